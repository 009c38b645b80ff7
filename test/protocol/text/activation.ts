// Does a field change what a note becomes? Every context a note has or might get, rendered by every oracle, compared with
// the same context around a harmless word. Relies on oracles.ts.
import { ORACLES, type Oracle } from './oracles.ts'

const CANARY = 'kanarifugl'
const LINK = 'message://%3Ca%40client.test%3E'

/** Each puts one field where the note could have it, with a word after it that must stay in sight. */
export const CONTEXTS: Readonly<Record<string, (field: string) => string>> = {
  'line start': field => `${field} ${CANARY}`,
  'mid-line': field => `Fra ${field} ${CANARY}`,
  'list item': field => `- ${field} ${CANARY}\n- neste`,
  task: field => `- [ ] ${field} ${CANARY}`,
  'end of a task': field => `- [ ] betal ${field}\n\n${CANARY}`,
  'table cell': field => `| a | b |\n| - | - |\n| ${field} | ${CANARY} |`,
  heading: field => `## ${field} ${CANARY}`,
  bold: field => `- **${field}** ${CANARY}`,
  'link text': field => `- [${field}](${LINK}) ${CANARY}`,
  'two fields on one line': field => `- ${field} fra ${field}, ${CANARY}`,
  'after a product paragraph': field => `Det viktigste\n${field} ${CANARY}`,
  'callout body': field => `> [!note] Post\n> ${field} ${CANARY}`,
  'rest of the note': field => `${field}\n\n## Resten\n\n- ${CANARY}`,
  'item of the brief': field =>
    `- **9** [${field}](${LINK}) ${field} (${field}), 04:12\n  ${field} ${field}, ${field}\n- **4** ${CANARY}`,
}

export interface Activation {
  readonly context: string
  readonly oracle: string
  readonly why: string
}

const baselines = new Map<string, string>()

function shape(oracle: Oracle, markdown: string): string {
  return oracle.render(markdown).elements.toSorted().join('\n')
}

function baseline(oracle: Oracle, context: string, field: string): string {
  const key = `${oracle.name}\n${context}\n${field}`
  const known = baselines.get(key)
  if (known !== undefined) return known
  const made = shape(oracle, CONTEXTS[context]?.(field) ?? '')
  baselines.set(key, made)
  return made
}

/** How `field` behaves otherwise than `harmless` in `context` under `oracle`; undefined when it does not. */
function difference(
  oracle: Oracle,
  context: string,
  pair: { field: string; harmless: string },
): string | undefined {
  const markdown = CONTEXTS[context]?.(pair.field) ?? ''
  const { elements, text } = oracle.render(markdown)
  if (!text.includes(CANARY)) return 'the text after it is gone'
  if (elements.toSorted().join('\n') !== baseline(oracle, context, pair.harmless))
    return `elements ${elements.join(' ')}`
  // showdown sets three full stops as an ellipsis.
  const seen = (value: string): string => value.replaceAll('…', '...')
  return seen(text).includes(seen(pair.field)) ? undefined : 'it reads otherwise than it is written'
}

/** Every context and oracle in which `field` is more than text. `harmless` is what it is compared with. */
export function activations(
  field: string,
  harmless: string,
  only: { contexts?: readonly string[]; oracle?: string; first?: boolean } = {},
): Activation[] {
  const found: Activation[] = []
  for (const context of only.contexts ?? Object.keys(CONTEXTS))
    for (const oracle of ORACLES) {
      if (only.oracle !== undefined && only.oracle !== oracle.name) continue
      const why = difference(oracle, context, { field, harmless })
      if (why !== undefined) found.push({ context, oracle: oracle.name, why })
      if (only.first && found.length > 0) return found
    }
  return found
}

/** The first renderers whose text somebody renders again: Dataview does with the reading view's. */
const FIRST = ORACLES.filter(oracle => ['commonmark', 'markdown-it 14'].includes(oracle.name))

/** What a second rendering of the rendered text makes of `field`. */
export function secondPass(field: string, harmless: string): Activation[] {
  const context = 'item of the brief'
  return FIRST.flatMap(first => {
    const once = (value: string): string => first.render(CONTEXTS[context]?.(value) ?? '').text
    const text = once(field)
    const plain = once(harmless)
    return ORACLES.filter(second => shape(second, text) !== shape(second, plain)).map(second => ({
      context,
      oracle: `${first.name}, then ${second.name}`,
      why: shape(second, text),
    }))
  })
}

/** One readable line an activation. */
export const report = (field: string, found: readonly Activation[]): string[] =>
  found.map(({ context, oracle, why }) => `${JSON.stringify(field)} in ${context} under ${oracle}: ${why}`)
