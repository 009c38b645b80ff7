// A person's home for one test, the built `twin` in it as a shell would start it, and the Maildir as the person sees it. Relies on dist/.
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { packageRoot } from '../../files/packageRoot.ts'
import { RunReport } from '../../protocol/runReport.ts'
import { temporaryFolder } from '../cli/temporaryFolder.ts'
import { environment, type Ended, twin } from '../cli/twinProcess.ts'

export interface Home {
  readonly folder: string
  /** $TWIN_HOME. */
  readonly config: string
  readonly env: Record<string, string>
  /** The sample Maildir. */
  readonly mail: string
  readonly twin: (...words: string[]) => Promise<Ended>
  /** The same where it must end with 0: what it printed. */
  readonly say: (...words: string[]) => Promise<string>
  /** `twin run …` to its end: its report. */
  readonly run: (...words: string[]) => Promise<RunReport>
  /** Changes a line of policy.toml, as a person does in an editor. */
  readonly allow: (grants: Readonly<Record<string, string>>) => void
  /** Changes twin.toml: each text that must be there into another. */
  readonly edit: (changes: Readonly<Record<string, string>>) => void
  /** Adds tables to twin.toml. */
  readonly configure: (toml: string) => void
}

/** The path of an example, from the shell. */
export const example = (name: string): string => join(packageRoot, 'runs', `${name}.yaml`)

export function newHome(): Home {
  const folder = temporaryFolder()
  const config = join(folder, 'twin')
  const env = environment(config, { HOME: folder })
  const act = (...words: string[]) => twin(words, env)
  const say = async (...words: string[]) => {
    const ended = await act(...words)
    if (ended.code !== 0)
      throw new Error(`twin ${words.join(' ')} ended with ${ended.code}: ${ended.stderr}${ended.stdout}`)
    return ended.stdout
  }
  const policy = join(config, 'policy.toml')
  const toml = join(config, 'twin.toml')
  return {
    folder,
    config,
    env,
    mail: join(folder, 'Mail'),
    twin: act,
    say,
    run: async (...words) => RunReport.parse(JSON.parse(await say('run', ...words, '--json'))),
    allow: grants => {
      let text = readFileSync(policy, 'utf8')
      for (const [name, grant] of Object.entries(grants)) {
        const line = new RegExp(`^"${name.replaceAll('.', '\\.')}" = .*$`, 'm')
        if (!line.test(text)) throw new Error(`policy.toml as shipped has no line for ${name}`)
        text = text.replace(line, `"${name}" = "${grant}"`)
      }
      writeFileSync(policy, text)
    },
    edit: changes => {
      let text = readFileSync(toml, 'utf8')
      for (const [from, to] of Object.entries(changes)) {
        if (!text.includes(from)) throw new Error(`twin.toml as shipped has no ${from}`)
        text = text.replace(from, () => to)
      }
      writeFileSync(toml, text)
    },
    configure: more => writeFileSync(toml, `${readFileSync(toml, 'utf8')}\n${more}\n`),
  }
}

/** A home in which README's first lines were typed: twin init, the sample Maildir, and the account "home". */
export async function homeWithMail(
  prepare: (home: Home) => Promise<void> | void = () => undefined,
): Promise<Home> {
  const home = newHome()
  await home.say('init')
  await home.say('demo', 'maildir', home.mail)
  await prepare(home)
  await home.say('accounts', 'add', 'maildir', home.mail, '--name', 'home')
  return home
}

/** Puts an example, changed by `change`, into the folder of runs. */
export function installRun(
  { config }: Home,
  name: string,
  change: (text: string) => string = text => text,
): string {
  const path = join(config, 'runs', `${name}.yaml`)
  mkdirSync(join(config, 'runs'), { recursive: true })
  copyFileSync(example(name), path)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
  return path
}

export interface MailFile {
  /** "INBOX", or the folder's name without its dot. */
  readonly folder: string
  readonly path: string
  readonly sha256: string
  readonly flags: string
}

/** Every message of the Maildir, by what lies on the disk. A file that another program takes away meanwhile is looked for again. */
export function mailFiles(mail: string): MailFile[] {
  const boxes = ['', ...readdirSync(mail).filter(name => name.startsWith('.'))]
  return boxes.flatMap(box =>
    ['new', 'cur'].flatMap(part => {
      const folder = join(mail, box, part)
      return (existsSync(folder) ? readdirSync(folder) : [])
        .filter(name => !name.startsWith('.'))
        .map(name => fileOf(box, join(folder, name)))
    }),
  )
}
const fileOf = (box: string, path: string): MailFile => ({
  folder: box === '' ? 'INBOX' : box.slice(1),
  path,
  sha256: sha256(readFileSync(path)),
  flags: basename(path).split(':2,')[1] ?? '',
})

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
/** The contents in one folder, or in all of them, sorted; each as often as it is there. */
export const contentsOf = (mail: string, folder?: string): string[] =>
  mailFiles(mail)
    .filter(file => folder === undefined || file.folder === folder)
    .map(file => file.sha256)
    .toSorted()

/** Whether nothing of the message whose subject is `subject` differs from how it was written. */
export function fileWith(mail: string, words: string): MailFile | undefined {
  return mailFiles(mail).find(({ path }) => readFileSync(path, 'utf8').includes(words))
}

/** Whether this system can confine a stage as these tests need it. */
export const isConfinable = process.platform === 'linux'
