// The tools that people use on files, on what a run sees: find, grep -r and jq over a view that is kept because the run is stopped in the
// middle, and the same as the actor of a step, confined to one message.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { packageRoot } from '../../files/packageRoot.ts'
import { twinFile } from '../cli/twinProcess.ts'
import { contentsOf, example, homeWithMail, installRun, isConfinable, mailFiles } from './home.ts'

const TOOLS = ['/usr/bin/find', '/bin/grep', '/usr/bin/jq'].every(path => existsSync(path))

/** A command line in `folder`, as a person types it: what it printed. */
function sh(folder: string, line: string): string {
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', line], { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${line} ended with ${status}: ${stderr}`)
  return stdout
}
const linesOf = (text: string): string[] => text.split('\n').filter(line => line !== '')

const SCHEMA = `      schema:
        type: object
        required: [subject, files, lines, others]
        properties:
          subject: { type: string, maxLength: 60 }
          files: { type: integer, minimum: 0, maximum: 100 }
          lines: { type: integer, minimum: 0, maximum: 1000 }
          others: { type: integer, minimum: 0, maximum: 1000 }
`
/** An actor of the shell, and its records in a file. */
const WITH_TOOLS = `run: { name: tools, backend: home, when: manual }
view: { query: 'collection:INBOX and date:14d..', limit: 500 }
pipeline:
  - uses: reason@1
    actor: shell
    in:
      mail: { from: view, project: [envelope, body, headers] }
    with:
${SCHEMA}  - uses: schema-validate@1
    in:
      records: { from: reason.decisions }
    with:
${SCHEMA}    output: ~/tools.jsonl
`

describe.skipIf(!isConfinable || !TOOLS)('the tools of the shell', () => {
  test(
    'find, grep and jq read a view, and leave it and the Maildir as they are',
    { timeout: 240_000 },
    async () => {
      const home = await homeWithMail()
      await home.say('sync', 'home')
      const before = mailFiles(home.mail)
      const child = spawn(process.execPath, [twinFile, 'run', example('receipts'), '--json'], {
        env: home.env,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      let output = ''
      child.stdout.on('data', bytes => (output += String(bytes)))
      const ended = once(child, 'close')
      const runs = join(home.config, 'state/runs')
      const folder = () =>
        (existsSync(runs) ? readdirSync(runs) : []).find(name => name.startsWith('receipts.'))
      const isMade = () => existsSync(join(runs, folder() ?? '-', '1-extract.work'))
      while (!isMade() && child.exitCode === null) await pause(2)
      child.kill('SIGSTOP')
      const view = join(runs, folder() ?? '-', 'mail')

      const bodies = linesOf(sh(view, 'find . -name body.txt'))
      const count = mailFiles(home.mail).filter(file => file.folder === 'INBOX').length
      expect(bodies).toHaveLength(count)
      expect(linesOf(sh(view, 'grep -r -l "Thank you for your purchase" .'))).toHaveLength(9)
      const subjects = linesOf(sh(view, 'jq -r .subject */envelope.json'))
      expect(subjects).toHaveLength(count)
      expect(subjects).toContain('Your order 20418')
      expect(
        sh(view, 'jq -s "map(select(.dkim.state == \\"not-checked\\")) | length" */envelope.json').trim(),
      ).toBe(String(count))
      // What the projection leaves out is not there to be found.
      expect(linesOf(sh(view, 'find . -name raw.eml -o -name headers.txt -o -name attachments'))).toEqual([])
      expect(linesOf(sh(view, 'find . -type l'))).toEqual([])
      child.kill('SIGCONT')
      await ended
      expect(JSON.parse(output)).toMatchObject({ state: 'done', view: { messages: count } })
      expect(existsSync(view)).toBe(false)
      expect(mailFiles(home.mail)).toEqual(before)
    },
  )

  test('find, grep and jq are an actor’s own, on its one message alone', { timeout: 240_000 }, async () => {
    const home = await homeWithMail()
    const script = join(packageRoot, 'test/scenarios/tools.sh')
    home.configure(`[actors.shell]\ncommand = ["/bin/sh", "${script}"]\n`)
    writeFileSync(installRun(home, 'digest').replace('digest', 'tools'), WITH_TOOLS)
    const before = contentsOf(home.mail)
    const ran = await home.run('tools')
    expect(ran.steps).toMatchObject([{ failures: 0 }, { failures: 0 }])
    const records = linesOf(readFileSync(join(home.folder, 'tools.jsonl'), 'utf8')).map(
      line => JSON.parse(line) as { subject: string; files: number; lines: number; others: number },
    )
    expect(records).toHaveLength(ran.view.messages)
    expect(records.map(({ subject }) => subject)).toContain('Your order 20418')
    expect(records.every(({ files, others }) => files === 3 && others === 0)).toBe(true)
    expect(contentsOf(home.mail)).toEqual(before)
  })
})
