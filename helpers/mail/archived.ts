// The texts of an object that NSKeyedArchiver stored: how Accounts4 keeps property values and how Mail keeps a generated
// summary. Only the flat table of objects is read; no class is rebuilt. Relies on propertyList.ts.
import { member, parsePropertyList } from './propertyList.ts'

const MARKER = '$null'

/** Every string among the archive's objects, in their order; [] for anything that is no archive. */
export function archivedTexts(bytes: Buffer): string[] {
  const objects = member(parsePropertyList(bytes), '$objects')
  return Array.isArray(objects) ? objects.filter(isText).filter(text => text !== MARKER) : []
}

/**
 * The text of the objects that the archive's root names by one of `keys`, first come; '' where there is none. The value may be
 * a string, or an attributed string whose NSString (or NS.string) is one.
 */
export function archivedMember(bytes: Buffer, keys: readonly string[]): string {
  const archive = parsePropertyList(bytes)
  const objects = member(archive, '$objects')
  if (!Array.isArray(objects)) return ''
  const at = (reference: unknown): unknown => {
    const index = member(reference, 'UID')
    return typeof index === 'number' ? objects[index] : reference
  }
  const root = at(member(member(archive, '$top'), 'root'))
  for (const key of keys) {
    const value = at(member(root, key))
    const text = isText(value) ? value : at(member(value, 'NSString') ?? member(value, 'NS.string'))
    if (isText(text) && text.trim() !== '' && text !== MARKER) return text
  }
  return ''
}

const isText = (value: unknown): value is string => typeof value === 'string'
