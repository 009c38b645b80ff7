// What a query means, said a second time over messages in memory: the slow reading that the index is compared with.
import { boundsOf, type Clock } from '../../../daemon/query/dayBounds.ts'
import type { Query, Term } from '../../../daemon/query/query.ts'
import type { Dkim, ParsedMessage } from '../../../protocol/message.ts'

export interface Simple {
  readonly parsed: ParsedMessage
  readonly body: string
  readonly bytes: number
  readonly at: number
  readonly places: readonly { collection: string; flags: readonly string[]; keywords: readonly string[] }[]
  readonly dkim: Dkim
  readonly known: boolean
}

export function holds(query: Query, mail: Simple, clock: Clock): boolean {
  if (query.is === 'term') return holdsTerm(query.term, mail, clock)
  if (query.is === 'not') return !holds(query.of, mail, clock)
  return query.is === 'and'
    ? query.of.every(one => holds(one, mail, clock))
    : query.of.some(one => holds(one, mail, clock))
}

const tokens = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? []
function hasPhrase(text: string, phrase: string, prefix: boolean): boolean {
  const all = tokens(text)
  const wanted = tokens(phrase)
  return all.some((_word, at) =>
    wanted.every((word, step) => {
      const there = all[at + step]
      return prefix && step === wanted.length - 1 ? there?.startsWith(word) === true : there === word
    }),
  )
}

function fieldsOf({ parsed, body }: Simple) {
  const boxes = (list: ParsedMessage['to']): string =>
    list.map(box => `${box.name} ${box.address}`).join(' | ')
  return {
    subject: parsed.subject,
    from: boxes(parsed.from),
    to: [parsed.to, parsed.cc, parsed.bcc].map(boxes).join(' | '),
    body,
  }
}

function holdsTerm(term: Term, mail: Simple, clock: Clock): boolean {
  const { places, dkim } = mail
  switch (term.key) {
    case 'all':
      return true
    case 'words': {
      const fields = fieldsOf(mail)
      const texts = term.field === 'any' ? Object.values(fields) : [fields[term.field]]
      return texts.some(text => hasPhrase(text, term.phrase, term.prefix))
    }
    case 'collection':
      return places.some(({ collection }) => collection === term.value)
    case 'tag':
      return places.some(({ keywords }) => keywords.includes(term.value))
    case 'flag':
      return places.some(({ flags }) => flags.includes(term.value))
    case 'unread':
      return !places.some(({ flags }) => flags.includes('seen'))
    case 'list':
      return (mail.parsed.listId ?? '').toLowerCase().includes(term.value)
    case 'attachment':
      return mail.parsed.attachments.some(({ inline }) => !inline)
    case 'size':
      return term.over ? mail.bytes > term.bytes : mail.bytes < term.bytes
    case 'known':
      return mail.known
    case 'dkim':
      return (
        dkim.state === 'pass' &&
        (dkim.domain === term.domain || (term.below && dkim.domain?.endsWith(`.${term.domain}`) === true))
      )
    case 'date':
      break
  }
  const { least, below } = boundsOf(term, clock)
  return (least === null || mail.at >= least) && (below === null || mail.at < below)
}
