// The commands that read mail, by the built twin with its real helpers on generated stores: what they print, what they write,
// how they end. Relies on dist/ and the native build, which `npm test` makes first.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { demoMailbox, demoScope } from '../../demo/mailbox.ts'
import { Brief } from '../../protocol/brief.ts'
import { MailCollect } from '../../protocol/mailOutput.ts'
import { DiagnoseAnswer, ProbeAnswer } from '../../protocol/request.ts'
import { answer, type OllamaScript } from '../ollama/script.ts'
import { startOllama } from '../ollama/server.ts'
import { temporaryFolder } from './temporaryFolder.ts'
import { environment, homeWithStore, REFUSAL, twin, twinFile } from './twinProcess.ts'

const demoHome = (accounts: readonly string[] = demoScope) =>
  homeWithStore(demoMailbox(Math.floor(Date.now() / 1000)), accounts)
const notesOf = (home: string) => readdirSync(join(home, 'vault')).map(name => join(home, 'vault', name))

async function ollamaFor(home: string, script: OllamaScript) {
  const ollama = await startOllama(script)
  onTestFinished(() => ollama.close())
  const toml = join(home, 'twin.toml')
  writeFileSync(toml, `${readFileSync(toml, 'utf8')}\n[ranker]\nhost = "${ollama.host}"\n`)
  return ollama
}

/** Puts a port in twin.toml that nothing listens on. */
async function noOllama(home: string): Promise<void> {
  const ollama = await startOllama({ chat: answer(5) })
  const toml = join(home, 'twin.toml')
  writeFileSync(toml, `${readFileSync(toml, 'utf8')}\n[ranker]\nhost = "${ollama.host}"\n`)
  await ollama.close()
}

describe('twin mail', () => {
  test('diagnose prints its answer and exits 0 where the store is open', async () => {
    const { code, stdout } = await twin(['mail', 'diagnose', '--json'], environment(demoHome()))
    expect(code).toBe(0)
    const report = DiagnoseAnswer.parse(JSON.parse(stdout))
    expect(report.access).toBe('open')
    expect(report.denials.every(denial => denial.refused)).toBe(true)
  })

  test('diagnose exits 3 and still prints its report where there is no store', async () => {
    const home = demoHome()
    renameSync(join(home, 'Mail'), join(home, 'Moved'))
    const { code, stdout, stderr } = await twin(['mail', 'diagnose', '--json'], environment(home))
    expect(code).toBe(3)
    expect(DiagnoseAnswer.parse(JSON.parse(stdout)).access).toBe('absent')
    expect(stderr).toMatch(REFUSAL)
    expect(stderr).not.toMatch(/terminal|node\b|twind/i)
  })

  test('probe prints layout, accounts and mailboxes and no content', async () => {
    const { code, stdout } = await twin(['mail', 'probe', '--json'], environment(demoHome()))
    expect(code).toBe(0)
    const probe = ProbeAnswer.parse(JSON.parse(stdout))
    expect(probe.layout).toBe('10d')
    expect(probe.accounts.filter(account => account.inScope)).toHaveLength(2)
    expect(stdout).not.toContain('Contract for Tuesday')
  })

  test('collect prints the envelopes in scope since the moment asked for', async () => {
    const env = environment(demoHome())
    const day = MailCollect.parse(JSON.parse((await twin(['mail', 'collect', '--json'], env)).stdout))
    const hour = MailCollect.parse(
      JSON.parse((await twin(['mail', 'collect', '--since', '1h', '--json'], env)).stdout),
    )
    expect(day.envelopes.some(envelope => envelope.subject.includes('Contract for Tuesday'))).toBe(true)
    expect(day.envelopes.every(envelope => /Work|Private/.test(envelope.account))).toBe(true)
    expect(hour.envelopes.length).toBeGreaterThan(0)
    expect(hour.envelopes.length).toBeLessThan(day.envelopes.length)
  })

  test('collect reads nothing and says so where accounts is empty', async () => {
    const env = environment(demoHome([]))
    const { code, stdout } = await twin(['mail', 'collect'], env)
    expect(code).toBe(0)
    expect(stdout).toContain('0 messages since')
    expect(stdout).toContain('note: No account is named in the configuration')
  })

  test('collect exits 3 where there is no store', async () => {
    const home = demoHome()
    rmSync(join(home, 'Mail'), { recursive: true })
    const { code, stdout, stderr } = await twin(['mail', 'collect', '--json'], environment(home))
    expect(code).toBe(3)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'no-store' } })
    expect(stderr).toMatch(REFUSAL)
  })
})

describe('twin brief', () => {
  test('prints one object that its schema accepts and writes the note that it names', async () => {
    const home = demoHome()
    await noOllama(home)
    const { code, stdout, stderr } = await twin(['brief', '--json'], environment(home))
    expect([code, stderr]).toEqual([0, ''])
    const brief = Brief.parse(JSON.parse(stdout))
    expect(brief.engine).toBe('rules')
    expect(brief.items.length).toBeGreaterThan(0)
    expect(notesOf(home)).toEqual([brief.note])
    expect(readFileSync(brief.note ?? '', 'utf8')).toContain('twin:mail:begin')
  })

  test('prints the original strings with --json, escaped where a terminal would obey them', async () => {
    const { stdout } = await twin(
      ['brief', '--engine', 'rules', '--dry-run', '--json'],
      environment(demoHome()),
    )
    const subjects = Brief.parse(JSON.parse(stdout)).items.map(item => item.subject)
    expect(subjects).toContain('Invoice \u202Efdp.exe\u202C for you\u200B')
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202E]/u)
  })

  test('leaves the vault alone with --dry-run and prints the brief', async () => {
    const home = demoHome()
    const { code, stdout } = await twin(['brief', '--engine', 'rules', '--dry-run'], environment(home))
    expect(code).toBe(0)
    expect(stdout).toContain('# Mail, ')
    expect(stdout).toContain('What this note does not show')
    expect(notesOf(home)).toEqual([])
  })

  test('says in its first line which engine scored and where the note is', async () => {
    const home = demoHome()
    await ollamaFor(home, { chat: answer(7) })
    const { code, stdout } = await twin(['brief'], environment(home))
    expect(code).toBe(0)
    expect(stdout).toMatch(/new messages are worth reading\. Scored by .*gpt-oss:20b/)
    expect(stdout).toContain(`note: ${notesOf(home)[0]}`)
  })

  test('exits 4 where the model asked for does not answer', async () => {
    const home = demoHome()
    await noOllama(home)
    const { code, stdout, stderr } = await twin(['brief', '--engine', 'ollama', '--json'], environment(home))
    expect(code).toBe(4)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'model-unreachable' } })
    expect(stderr).toMatch(REFUSAL)
  })

  test('exits 4 where the model runs on another machine', async () => {
    const home = demoHome()
    await ollamaFor(home, {
      chat: answer(7),
      models: [{ name: 'gpt-oss:20b', remote_host: 'https://ollama.example', remote_model: 'gpt-oss:20b' }],
    })
    const { code, stdout } = await twin(['brief', '--engine', 'ollama', '--json'], environment(home))
    expect(code).toBe(4)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'model-forwarded' } })
  })

  test.each([
    ['mail.read', '"brief.write" = "auto"', ['brief'], 'policy.toml sets mail.read to never'],
    ['brief.write', '"mail.read" = "auto"', ['brief'], 'policy.toml does not allow this'],
    ['mail.read', '"brief.write" = "auto"', ['mail', 'collect'], 'policy.toml does not allow this'],
  ])(
    'exits 6 before any mail is read where policy.toml does not set %s',
    async (...[, grants, words, said]) => {
      const home = demoHome()
      writeFileSync(join(home, 'policy.toml'), `[capabilities]\n${grants}\n`)
      const { code, stderr } = await twin(words, environment(home))
      expect(code).toBe(6)
      expect(stderr).toContain(said)
      expect(existsSync(join(home, 'state/mail'))).toBe(false)
    },
  )

  test('exits 2 before any mail is read where a file cannot be understood', async () => {
    const home = demoHome()
    writeFileSync(join(home, 'policy.toml'), 'read = "auto"\n')
    const { code, stderr } = await twin(['brief'], environment(home))
    expect(code).toBe(2)
    expect(stderr).toMatch(REFUSAL)
    expect(existsSync(join(home, 'state/mail'))).toBe(false)
  })

  test('exits 1 where the vault cannot hold a note', async () => {
    const home = demoHome()
    rmSync(join(home, 'vault'), { recursive: true })
    writeFileSync(join(home, 'vault'), '')
    const { code, stderr } = await twin(['brief', '--engine', 'rules'], environment(home))
    expect(code).toBe(1)
    expect(stderr).toMatch(REFUSAL)
  })
})

describe('interrupting twin brief', () => {
  /** Command lines of processes whose argument or environment names `home`. */
  const processesOf = (home: string) =>
    readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .filter(pid => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(home)
        } catch {
          return false
        }
      })

  test.skipIf(!existsSync('/proc/self/cmdline')).each(['SIGINT', 'SIGTERM'] as const)(
    'ends by %s with 130, its helpers gone, its lock free and the last note as it was',
    async name => {
      const home = demoHome()
      const ollama = await ollamaFor(home, { chat: { type: 'hang' } })
      mkdirSync(join(home, 'vault'), { recursive: true })
      await twin(['brief', '--engine', 'rules'], environment(home))
      const [note = ''] = notesOf(home)
      const before = readFileSync(note, 'utf8')
      const child = spawn(process.execPath, [twinFile, 'brief', '--engine', 'ollama', '--json'], {
        env: environment(home),
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let stdout = ''
      child.stdout.on('data', (bytes: Buffer) => (stdout += bytes.toString()))
      const closed = new Promise(resolve => child.on('close', resolve))
      while (ollama.calls.length === 0) await pause(20)
      expect(processesOf(home).length).toBeGreaterThan(0)
      child.kill(name)
      expect(await closed).toBe(130)
      expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'interrupted' } })
      expect(processesOf(home)).toEqual([])
      const after = readFileSync(note, 'utf8')
      for (const line of before.split('\n')) expect(after).toContain(line)
      expect((await twin(['brief', '--engine', 'rules'], environment(home))).code).toBe(0)
    },
  )
})

describe('twin demo', () => {
  test('makes the brief of its own mailbox in the folder it is told, twice', async () => {
    const folder = join(temporaryFolder(), 'demo')
    const env = environment(temporaryFolder())
    const first = await twin(['demo', '--keep', folder, '--json'], env)
    expect([first.code, first.stderr]).toEqual([0, ''])
    const { brief } = JSON.parse(first.stdout) as { brief: unknown }
    const { note, coverage } = Brief.parse(brief)
    expect(note).toContain(join(folder, 'vault'))
    expect(coverage.accounts.filter(account => account.inScope)).toHaveLength(2)
    const second = await twin(['demo', '--keep', folder], env)
    expect(second.code).toBe(0)
    expect(second.stdout).toContain(`note: ${note}`)
    expect(second.stdout).toContain('Scored by')
    expect(existsSync(join(env['TWIN_HOME'] ?? '', 'twin.toml'))).toBe(false)
  })
})
