// Commander's errors as refusals. The wording is commander's, so it is asked for real ones.
import { CommanderError } from 'commander'
import { describe, expect, test } from 'vitest'
import { program } from '../../cli/program.ts'
import { usageRefusal } from '../../cli/usage.ts'

async function refusalOf(words: readonly string[]) {
  const root = program(
    async () => {},
    () => {},
  )
  try {
    await root.parseAsync([...words], { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) return usageRefusal(error, 'twin')
    throw error
  }
  throw new Error('the command line was accepted')
}

describe('usageRefusal', () => {
  test.each([
    [['brif'], "unknown command 'brif'", 'did you mean brief?'],
    [['check', '--jsn'], "unknown option '--jsn'", 'did you mean --json?'],
    [['mail', 'colect'], "unknown command 'colect'", 'did you mean collect?'],
    [['brief', 'now'], "unknown command 'now'", 'run "twin --help"'],
    [['check', 'now'], 'too many arguments', 'run "twin --help"'],
    [['jobs', 'show'], 'missing required argument', 'run "twin --help"'],
    [['ops', 'cal'], "unknown command 'cal'", 'run "twin --help"'],
    [['brief', '--since'], 'argument missing', 'run "twin --help"'],
    [['brief', '--engine', 'gpt'], 'Allowed choices are auto, ollama, rules', 'run "twin --help"'],
    [['mail'], 'no command was given', 'run "twin --help"'],
    [['--colour'], "unknown option '--colour'", 'run "twin --help"'],
  ])('says for %j what is wrong and what to do', async (words, is, fix) => {
    const refusal = await refusalOf(words)
    expect(refusal.code).toBe('usage')
    expect(refusal.is).toContain(is)
    expect(refusal.fix).toContain(fix)
  })
})
