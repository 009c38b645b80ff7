// menu.show and ui.open: what the menu bar may be told, and who can open the page. Relies on a world of which only what they ask
// for is there.
import { mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Context, Operation } from '../../../daemon/gate/operation.ts'
import { menu } from '../../../daemon/operations/menu.ts'
import { ui } from '../../../daemon/operations/ui.ts'
import type { World } from '../../../daemon/world.ts'
import { Menu } from '../../../protocol/menu.ts'
import { parsePolicy } from '../../../protocol/policy.ts'
import { done, refused, type Refusal, type Result } from '../../../protocol/refusal.ts'
import { configOf } from '../../page/worldDouble.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

interface Parts {
  readonly policy?: string
  readonly problem?: Refusal
  readonly pending?: Result<[]>
  readonly openPage?: World['openPage']
}
function contextOf({ policy = '', problem, pending = done([]), openPage = null }: Parts): Context {
  const parsed = parsePolicy(policy)
  if (!parsed.ok) throw new Error(parsed.refusal.is)
  const runs = temporaryFolder()
  mkdirSync(runs, { recursive: true })
  const world = {
    paths: { runs },
    now: () => 0,
    configuration: () => ({
      config: configOf(''),
      policy: parsed.value,
      version: '',
      problem: problem ?? null,
    }),
    spool: { list: () => pending },
    jobs: { list: () => done([]) },
    openPage,
  }
  return {
    channel: { door: 'menubar', agent: null, terminal: false },
    world: world as unknown as World,
    narrowing: { workspaces: null, allows: () => true },
    signal: new AbortController().signal,
    progress: () => undefined,
  }
}
async function run([operation]: readonly Operation[], context: Context): Promise<Result<unknown>> {
  const checked = operation?.check({}, context.world.configuration().config)
  if (!checked?.ok) throw new Error('the input was refused')
  return checked.value.run(context)
}

test('the menu says what is wrong with the configuration', async () => {
  const { refusal } = refused('config', { is: 'twin.toml: unknown key "x"', wanted: 'y', fix: 'z' })
  const shown = await run(menu, contextOf({ problem: refusal }))
  expect(shown.ok && Menu.parse(shown.value).problem).toBe('twin.toml: unknown key "x"')
})

test('the menu without a brief says nothing of one and is a menu', async () => {
  const shown = await run(menu, contextOf({ policy: '[capabilities]\n"mail.read" = "auto"\n' }))
  expect(shown.ok && Menu.parse(shown.value).brief).toBeNull()
})

test('the menu looks at no brief where policy.toml does not let mail be read', async () => {
  const context = contextOf({})
  const paths = new Proxy({}, { get: () => expect.fail('a path was asked for') })
  const shown = await run(menu, { ...context, world: { ...context.world, paths } as unknown as World })
  expect(shown.ok && Menu.parse(shown.value).brief).toBeNull()
})

test('a spool that cannot be read is a refusal and not an empty menu', async () => {
  const broken = refused('disk', { is: 'the spool cannot be read', wanted: 'x', fix: 'y' })
  expect(await run(menu, contextOf({ pending: broken }))).toEqual(broken)
})

test('the page is opened by the twind that has one, and refused elsewhere', async () => {
  const link = { link: 'http://127.0.0.1:1/open/x', expires: 1 }
  expect(await run(ui, contextOf({ openPage: () => Promise.resolve(done(link)) }))).toEqual(done(link))
  const absent = await run(ui, contextOf({}))
  expect(absent).toMatchObject({ ok: false, refusal: { code: 'not-running' } })
})

test('neither is ever offered to an agent, and the page is opened from the command line alone', () => {
  expect(menu.map(({ ceiling, doors }) => [ceiling, doors])).toEqual([['never', ['menubar', 'cli']]])
  expect(ui.map(({ ceiling, doors }) => [ceiling, doors])).toEqual([['never', ['cli']]])
})
