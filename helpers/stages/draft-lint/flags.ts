// What a person should look at before a draft is sent, as sentences that quote nothing of it: letters of several scripts in one word,
// hosts that only look like known ones, addresses of strangers, and what was left out. Pure; UTS 39.
import type { Draft, DraftFlag } from '../../../protocol/draft.ts'
import { mixesScripts } from '../../resolvedScripts.ts'
import { skeleton } from '../../../protocol/text/skeleton.ts'
import { unicodeDomain } from '../../unicodeDomain.ts'
import type { CleanText } from './cleanText.ts'
import { type Circle, domainOf, isLookAlike, isLookAlikeAddress } from './recipients.ts'

const ADDRESSES = /[^\s<>"(),:;@]+@[\p{L}\p{N}.-]+\p{L}/gu

/** The flags of a draft, each once. */
export function flagsOf(
  draft: Draft,
  texts: { readonly subject: CleanText; readonly body: CleanText },
  circle: Circle,
): DraftFlag[] {
  const flags = [
    ...draft.to.flatMap(address => ofAddress('to', address, circle)),
    ...(draft.cc ?? []).flatMap(address => ofAddress('cc', address, circle)),
    ...ofText('subject', texts.subject, circle),
    ...ofText('body', texts.body, circle),
  ]
  return flags.filter((flag, at) => flags.findIndex(one => isSame(one, flag)) === at)
}
const isSame = (a: DraftFlag, b: DraftFlag): boolean => a.where === b.where && a.sentence === b.sentence

function ofAddress(where: 'to' | 'cc', address: string, circle: Circle): DraftFlag[] {
  const sentences = [
    ...ofHost(domainOf(address), circle, 'the domain of a recipient'),
    ...(isLookAlikeAddress(address, circle) ? ['a recipient only looks like an address that is known'] : []),
    ...(circle.redirected.has(address.toLowerCase())
      ? ['a recipient is no author of the message: its Reply-To leads to another domain']
      : []),
  ]
  return sentences.map(sentence => ({ where, sentence }))
}

function ofText(where: 'subject' | 'body', { bare, links, changed }: CleanText, circle: Circle): DraftFlag[] {
  const strangers = [...bare.matchAll(ADDRESSES)].filter(
    ([found]) => !circle.known.includes(found.toLowerCase()),
  )
  const sentences = [
    ...(changed ? ['characters that do not show, or blanks, were left out'] : []),
    ...(mixesScripts(bare) ? ['a word mixes letters of several scripts: it may only look like another'] : []),
    ...links.flatMap(({ host }) => (host === null ? [] : ofHost(host, circle, 'the host of a link'))),
    ...(links.length > 0 ? ['it names links: they are listed in full'] : []),
    ...(strangers.length > 0 ? ['it names an address that is none of the conversation'] : []),
  ]
  return sentences.map(sentence => ({ where, sentence }))
}

function ofHost(host: string, circle: Circle, what: string): string[] {
  const letters = unicodeDomain(host)
  const isAscii = /^[ -~]*$/.test(letters)
  return [
    ...(mixesScripts(letters) ? [`${what} mixes letters of several scripts`] : []),
    ...(isLookAlike(host, circle) ? [`${what} only looks like one that is known`] : []),
    ...(!isAscii && /^[ -~]*$/.test(skeleton(letters))
      ? [`${what} is of letters that pass for Latin ones`]
      : []),
    ...(isAscii ? [] : [`${what} is of other letters than a to z`]),
  ]
}
