// The page and the menu bar of a real twind with a real store: a change that policy.toml wants to be proposed is decided from where
// the person is. Relies on dist/, which `npm test` builds first, and on Chromium for the page.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demoMailbox, demoScope } from '../../demo/mailbox.ts'
import { packageRoot } from '../../files/packageRoot.ts'
import { environment, homeWithStore, twin } from '../cli/twinProcess.ts'
import { startTwind } from '../daemon/twindProcess.ts'
import { clickOf, swiftBar } from '../menubar/parsers.ts'
import { CHROMIUM, startChromium } from './chromium.ts'

const POLICY = '[capabilities]\n"mail.read" = "auto"\n"brief.write" = "propose"\n'

/** A twind whose store is the demo's, with one brief made and a second one proposed. */
async function day(toml = '') {
  const home = homeWithStore(demoMailbox(Math.floor(Date.now() / 1000)), demoScope)
  const env = environment(home)
  const twind = startTwind(join(packageRoot, 'dist', 'twind.cjs'), home)
  await twind.said(' started,')
  const run = (...words: string[]) => twin(words, env)
  expect((await run('brief', '--engine', 'rules')).code).toBe(0)
  writeFileSync(join(home, 'twin.toml'), `${readFileSync(join(home, 'twin.toml'), 'utf8')}\n${toml}`)
  writeFileSync(join(home, 'policy.toml'), POLICY)
  await twind.said('were read anew')
  await expect
    .poll(async () => (await run('policy', '--json')).stdout, { timeout: 10_000 })
    .toContain('propose')
  const proposed = await run('brief', '--dry-run', '--engine', 'rules', '--json')
  const id = /p_[a-z2-7]{26}/.exec(proposed.stdout)?.[0] ?? ''
  expect(id).not.toBe('')
  return { run, env, id, state: async () => (await run('proposals', 'show', id, '--json')).stdout }
}

test('a click in the menu bar approves low risk, and twind makes the change', async () => {
  const { run, env, id, state } = await day()
  const { header, body } = swiftBar((await run('menu')).stdout)
  expect(header.map(({ title }) => title)).toEqual(['twin 1'])
  expect(body.map(({ title }) => title).join('\n')).toMatch(/Brief of .+ messages worth reading/)
  const click = body.flatMap(item => clickOf(item) ?? []).find(({ words }) => words.includes('approve'))
  expect(await state()).toContain('"pending"')
  const clicked = spawnSync(click?.program ?? '', click?.words ?? [], { env, encoding: 'utf8' })
  expect([clicked.status, clicked.stdout]).toEqual([0, 'Approved 1 proposal.\n'])
  expect(await state()).toMatch(/"state": "applied"/)
  expect(swiftBar((await run('menu')).stdout).header.map(({ title }) => title)).toEqual(['twin'])
  const again = spawnSync(click?.program ?? '', click?.words ?? [], { env, encoding: 'utf8' })
  expect(again.status).toBe(1)
  expect(again.stderr).toContain('does not wait any more')
  expect((await run('audit', '--json')).stdout).toContain(id)
})

test.skipIf(CHROMIUM === undefined)('the page of a real twind shows and decides what waits', async () => {
  const { run, id, state } = await day('[ui]\napprove = true\n')
  const { link } = JSON.parse((await run('ui', '--json')).stdout) as { link: string }
  const browser = await startChromium()
  try {
    const tab = await browser.newPage({ viewport: { width: 900, height: 800 } })
    const asked: string[] = []
    tab.on('request', request => asked.push(request.url()))
    await tab.goto(link)
    await tab.getByRole('button', { name: 'Open' }).click()
    const shots = join(packageRoot, 'build', 'screenshots')
    mkdirSync(shots, { recursive: true })
    for (const name of ['Overview', 'History', 'Brief', 'Jobs', 'Proposals']) {
      await tab.getByRole('link', { name, exact: true }).click()
      await tab.getByRole('heading', { level: 1 }).waitFor()
      expect(await tab.textContent('main')).not.toContain('Something went wrong')
      expect(await tab.getByRole('alert').count()).toBe(0)
      await tab.screenshot({
        path: join(shots, `real-${name.toLowerCase()}.png`),
        fullPage: name !== 'Brief',
      })
    }
    await tab.getByRole('link', { name: new RegExp(id) }).click()
    await tab.screenshot({ path: join(shots, 'real-decide.png'), fullPage: true })
    const typed = (await tab.textContent('.digest b')) ?? ''
    await tab.getByLabel('To approve, type').fill(typed)
    await tab.getByRole('button', { name: 'Approve' }).click()
    await tab.getByText('Approved: 1 proposal.').waitFor()
    expect(await state()).toMatch(/"state": "applied"/)
    expect(asked.filter(url => !url.startsWith(new URL(link).origin))).toEqual([])
  } finally {
    await browser.close()
  }
})

test('twin ui without a twind says that the page is a part of it', async () => {
  const home = homeWithStore(demoMailbox(Math.floor(Date.now() / 1000)), demoScope)
  const { code, stderr } = await twin(['ui'], environment(home))
  expect(code).toBe(1)
  expect(stderr).toContain('twind does not run, and the page is a part of it')
})
