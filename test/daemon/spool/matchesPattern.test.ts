// Patterns that take for ever over a text that somebody chose for them. Each stands beside the plain engine, which does not come
// back. Relies on a process of its own for that.
import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { commandOf } from '../../../daemon/spool/commandOf.ts'
import { matchesPattern } from '../../../daemon/spool/matchesPattern.ts'
import { parsePolicy } from '../../../protocol/policy.ts'
import { valueOf } from './site.ts'

const ENDLESS: [string, string][] = [
  ['(a+)+b', 'a'.repeat(200)],
  ['(?:a|a)*b', 'a'.repeat(60)],
  ['(.*)*x', 'y'.repeat(200)],
]

describe('matchesPattern', () => {
  test.each(ENDLESS)('gives up on %s, over which the plain engine does not come back', (pattern, text) => {
    expect(matchesPattern(pattern, text)).toBe('late')
    const code = `new RegExp(${JSON.stringify(`^(?:${pattern})$`)}, 'u').test(${JSON.stringify(text)})`
    const plain = spawnSync(process.execPath, ['-e', code], { timeout: 1_500, killSignal: 'SIGKILL' })
    expect(plain.signal).toBe('SIGKILL')
  })
  test('gives the same as the plain engine where that comes back', () => {
    const texts = ['', 'a', 'ab', 'a\nb', 'é', '😀', '"); process.exit(1); ("', 'a'.repeat(4_096)]
    for (const pattern of ['[^\\n]+', 'a+', 'a|b', '.', '\\p{L}*', '$^', '[\\s\\S]*'])
      for (const text of texts)
        expect(matchesPattern(pattern, text)).toBe(new RegExp(`^(?:${pattern})$`, 'u').test(text))
  })
  test('a command whose argument cannot be compared in time is refused, and another value of it is taken', () => {
    const policy = valueOf(
      parsePolicy(
        '[apply.task]\nargv = ["/bin/x", "{title}"]\n[apply.task.arguments.title]\ntype = "text"\npattern = "(a+)+b"\n',
      ),
    )
    expect(commandOf(policy, 'task', { title: 'a'.repeat(200) })).toMatchObject({
      ok: false,
      refusal: { code: 'bad-request', is: expect.stringContaining('takes too long') },
    })
    expect(valueOf(commandOf(policy, 'task', { title: 'aab' })).argv).toEqual(['/bin/x', 'aab'])
  })
})
