// Which version directory is read: the one Mail used last, and never where a property list would lead out of the store.
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { storePaths } from '../../../demo/storePaths.ts'
import { chooseVersion } from '../../../helpers/mail/chooseVersion.ts'
import { VERSION_FOLDERS } from '../../../protocol/limits.ts'
import {
  HOSTILE_FILES,
  HOSTILE_PERSISTENCE,
  HOSTILE_PLISTS,
  persistenceOf,
  persistencePath,
  replaceFile,
} from '../../fixtures/hostilePlists.ts'
import { smallStore } from '../../fixtures/smallStore.ts'
import { built, NOW, removeTemporary, temporary } from './access.ts'

afterAll(removeTemporary)
function storeOf(...versions: string[]): { folder: string; mail: string } {
  const folder = built(smallStore(NOW))
  const { mail, version } = storePaths(folder)
  for (const name of versions) cpSync(version, join(mail, name), { recursive: true })
  return { folder, mail }
}
const chosen = (mail: string): string => {
  const version = chooseVersion(mail)
  return version.ok ? version.value.name : version.refusal.code
}

describe('chooseVersion', () => {
  it('takes the version that Mail used last, though a newer one is there', () => {
    const { folder, mail } = storeOf('V9', 'V11')
    writeFileSync(persistencePath(folder), persistenceOf('V9'))
    expect(chosen(mail)).toBe('V9')
  })
  it.each(Object.entries(HOSTILE_PERSISTENCE))(
    'takes the newest by number where the list names %s',
    (_, name) => {
      const { folder, mail } = storeOf('V9', 'V2')
      writeFileSync(persistencePath(folder), persistenceOf(name))
      expect(chosen(mail)).toBe('V10')
    },
  )
  it('takes the newest where the property list is hostile or no file', () => {
    const { folder, mail } = storeOf('V9')
    const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    for (const make of Object.values(HOSTILE_PLISTS)) {
      writeFileSync(persistencePath(folder), make())
      expect(chosen(mail)).toBe('V10')
    }
    print.mockRestore()
    for (const make of Object.values(HOSTILE_FILES)) {
      const other = storeOf('V9')
      replaceFile(persistencePath(other.folder), path => make(path))
      expect(chosen(other.mail)).toBe('V10')
    }
  })
  it('looks at as many versions as the cap and says where there is one more', () => {
    const names = Array.from({ length: VERSION_FOLDERS - 1 }, (_, at) => `V${at + 11}`)
    const { folder, mail } = storeOf(...names)
    writeFileSync(persistencePath(folder), persistenceOf('V10'))
    expect(chooseVersion(mail)).toMatchObject({ ok: true, value: { name: 'V10', degraded: [] } })
    cpSync(join(mail, 'V10'), join(mail, 'V99'), { recursive: true })
    // V10 is the oldest now, and beyond the cap: the newest would be another mailbox.
    expect(chosen(mail)).toBe('no-store')
    writeFileSync(persistencePath(folder), persistenceOf('V99'))
    const sentence = expect.stringContaining(`${VERSION_FOLDERS + 1} version folders`)
    expect(chooseVersion(mail)).toMatchObject({ ok: true, value: { name: 'V99', degraded: [sentence] } })
  })
  it('says that the newest is taken where the list cannot be read, and not where there is none', () => {
    const { folder, mail } = storeOf()
    writeFileSync(persistencePath(folder), 'noise')
    const sentence = expect.stringContaining('PersistenceInfo.plist')
    expect(chooseVersion(mail)).toMatchObject({ ok: true, value: { degraded: [sentence] } })
    rmSync(persistencePath(folder))
    expect(chooseVersion(mail)).toMatchObject({ ok: true, value: { degraded: [] } })
  })
  it('refuses a folder without an index and one that is absent', () => {
    expect(chosen(temporary())).toBe('no-store')
    expect(chosen(join(temporary(), 'absent'))).toBe('no-store')
  })
})
