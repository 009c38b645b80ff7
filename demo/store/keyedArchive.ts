// Objects as NSKeyedArchiver stores them: the property values of Accounts4 and Mail's generated summaries. Relies on
// binaryList.ts. A summary's keys are those of the decompiled EMGeneratedSummary encodeWithCoder:; no blob of a Mac was seen.
import { binaryList, Uid, type ListValue } from './binaryList.ts'

/** A value of Foundation's: NSString, NSNumber, NSArray, NSDictionary. */
export type Archived = string | number | boolean | readonly Archived[] | { readonly [key: string]: Archived }

/** `value` archived, its root the first object after $null. */
export function keyedArchive(value: Archived): Uint8Array {
  const objects: ListValue[] = ['$null']
  const add = (one: Archived): Uid => {
    const index = objects.length
    objects.push('')
    objects[index] = archived(one, add)
    return new Uid(index)
  }
  add(value)
  return archiveOf(objects)
}

function archived(value: Archived, add: (one: Archived) => Uid): ListValue {
  if (typeof value !== 'object') return value
  if (isArray(value)) return { 'NS.objects': value.map(add) }
  return { 'NS.keys': Object.keys(value).map(add), 'NS.objects': Object.values(value).map(add) }
}

const isArray = (value: object): value is readonly Archived[] => Array.isArray(value)

/** An EMGeneratedSummary: both texts as attributed strings. */
export function generatedSummary(topLine: string, synopsis: string): Uint8Array {
  const kind = (name: string): ListValue => ({ $classname: name, $classes: [name, 'NSObject'] })
  const attributed = (text: number): ListValue => ({ NSString: new Uid(text), $class: new Uid(7) })
  return archiveOf([
    '$null',
    {
      EFPropertyKey_topLine: new Uid(2),
      EFPropertyKey_synopsis: new Uid(4),
      EFPropertyKey_urgent: false,
      $class: new Uid(6),
    },
    attributed(3),
    topLine,
    attributed(5),
    synopsis,
    kind('EMGeneratedSummary'),
    kind('NSAttributedString'),
  ])
}

const archiveOf = (objects: readonly ListValue[]): Uint8Array =>
  binaryList({
    $version: 100_000,
    $archiver: 'NSKeyedArchiver',
    $top: { root: new Uid(1) },
    $objects: objects,
  })
