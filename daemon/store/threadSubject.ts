// What is left of a subject when what replies and forwards add to it is taken off. Pure. Relies on nothing that reads headers.

/** Re and Fwd as mail programs of a dozen languages write them, counted ("Re[2]:") or not. */
const ADDED =
  /^(?:re|aw|sv|vs|ref|rif|odp|antw|ynt|r|回复|答复|fwd?|wg|tr|vl|rv|enc|i|doorst|转发)\s*(?:\[\d{1,3}\])?\s*[:：]\s*/iu
const REPLY = /^(?:re|aw|sv|vs|ref|rif|odp|antw|ynt|r|回复|答复)\s*(?:\[\d{1,3}\])?\s*[:：]/iu
const TAG = /^\[[^\][]{1,64}\]\s*/u

/** `base`: folded to one case and single blanks, '' where nothing is left. `isReply`: it says that it answers something. */
export function threadSubject(subject: string): { readonly base: string; readonly isReply: boolean } {
  let rest = subject.normalize('NFC').replace(/\s+/gu, ' ').trim()
  let isReply = false
  for (let before = ''; before !== rest;) {
    before = rest
    isReply ||= REPLY.test(rest)
    rest = rest.replace(ADDED, '').replace(TAG, '')
  }
  return { base: rest.toLowerCase(), isReply }
}
