// Two Obsidian plugins that read notes as lines of text, written again from their grammars: Dataview's inline fields
// (blacksmithgu/obsidian-dataview src/data-import/inline-field.ts) and Tasks' signifiers and Dataview-style fields
// (obsidian-tasks-group/obsidian-tasks src/TaskSerializer). Relies on nothing.

const LIST_ITEM = /^[\s>]*(?:[-*+]|\d+[.)])\s+/
const TASK = /^[\s>]*(?:[-*+]|\d+[.)])\s+\[.\]\s*(.*)$/u
const EMOJI_DATES = [
  ['created', /\u2795\s*\d{4}-\d{2}-\d{2}/u],
  // Dataview's class holds a bare variation selector: any emoji with one counts.
  ['due', /(?:[\u{1F4C5}\u{1F4C6}\u{1F5D3}]|\uFE0F)\s*\d{4}-\d{2}-\d{2}/u],
  ['completion', /\u2705\s*\d{4}-\d{2}-\d{2}/u],
  ['scheduled', /[\u23F3\u231B]\s*\d{4}-\d{2}-\d{2}/u],
  ['start', /\u{1F6EB}\s*\d{4}-\d{2}-\d{2}/u],
] as const

/** Fields that Dataview would add to the page, list item or task, line by line. */
export function dataviewFields(markdown: string): string[] {
  return markdown.split('\n').flatMap(line => {
    const fields = [...wrapped(line, '(', ')'), ...wrapped(line, '[', ']')]
    const full = fields.length === 0 ? wholeLine(line.replace(LIST_ITEM, '')) : undefined
    const dates = LIST_ITEM.test(line) ? EMOJI_DATES.filter(([, form]) => form.test(line)) : []
    return [...fields, ...(full === undefined ? [] : [full]), ...dates.map(([name]) => `date ${name}`)]
  })
}

/** `(key:: value)`: the key holds no bracket, the value runs to the bracket that closes the first one. */
function wrapped(line: string, open: string, close: string): string[] {
  const found: string[] = []
  for (let at = line.indexOf(open); at >= 0; at = line.indexOf(open, at + 1)) {
    const separator = line.indexOf('::', at + 1)
    const key = line.slice(at + 1, separator)
    if (separator < 0 || /[()[\]]/.test(key)) continue
    const end = closing(line.slice(separator + 2), open, close)
    if (end !== undefined) found.push(`field ${open}${key.trim()}`)
  }
  return found
}

function closing(rest: string, open: string, close: string): number | undefined {
  let depth = 0
  for (let at = 0; at < rest.length; at++) {
    if (rest[at] === '\\') at++
    else if (rest[at] === open) depth++
    else if (rest[at] === close && depth-- === 0) return at
  }
  return undefined
}

/** `key:: value` as a whole line: the key is letters, digits, blanks, `_/-` and emoji, with marks around it. */
function wholeLine(content: string): string | undefined {
  const separator = content.indexOf('::')
  if (separator < 0) return undefined
  const key = content.slice(0, separator).trim()
  return /^[^0-9\w\p{L}]*(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F?|[0-9\p{L}\w\s/-])*[_*~`]*$/u.test(
    key,
  )
    ? `line ${key}`
    : undefined
}

const DATE = String.raw`\d{4}-\d{2}-\d{2}`
const ID = '[a-zA-Z0-9-_]+'
const IDS = `${ID}(?: *, *${ID} *)*`
const VALUES: Record<string, string> = {
  priority: 'highest|high|medium|low|lowest',
  start: DATE,
  created: DATE,
  scheduled: DATE,
  due: DATE,
  reminder: String.raw`${DATE}(?: \d{2}:\d{2})?`,
  completion: DATE,
  cancelled: DATE,
  repeat: '[a-zA-Z0-9, !]+',
  onCompletion: '[a-zA-Z]+',
  dependsOn: IDS,
  id: ID,
}
const SIGNIFIERS: readonly (readonly [string, RegExp])[] = [
  ['priority', /[🔺⏫🔼🔽⏬]\uFE0F?$/u],
  ...['🛫', '➕', '[⏳⌛]', '[📅📆🗓]', '✅', '❌'].map(
    sign => [`date ${sign}`, new RegExp(String.raw`${sign}\uFE0F? *${DATE}$`, 'u')] as const,
  ),
  ['reminder', new RegExp(String.raw`⏰\uFE0F? *${DATE}(?: \d{2}:\d{2})?$`, 'u')],
  ['repeat', /🔁\uFE0F? ?[a-zA-Z0-9, !]+$/u],
  ['completion', /🏁\uFE0F? *[a-zA-Z]+$/u],
  ['depends', new RegExp(`⛔\uFE0F? *${IDS}$`, 'u')],
  ['id', new RegExp(`🆔\uFE0F? *${ID}$`, 'u')],
  ...Object.entries(VALUES).map(
    ([key, value]) =>
      [`field ${key}`, new RegExp(String.raw`[[(] *${key}:: *(?:${value}) *[)\]](?: *,)?$`, 'u')] as const,
  ),
  ['tag', /(?:^|\s)#[^ !@#$%^&*(),.?":{}|<>]+$/u],
  ['block', / \^[a-zA-Z0-9-]+$/u],
]

/** What Tasks would peel off the end of each task line, one after another. */
export function taskFields(markdown: string): string[] {
  return markdown.split('\n').flatMap(line => {
    let rest = TASK.exec(line)?.[1]?.trimEnd()
    const found: string[] = []
    while (rest !== undefined) {
      const text: string = rest
      const hit = SIGNIFIERS.find(([, form]) => form.test(text))
      if (hit) found.push(hit[0])
      rest = hit ? text.replace(hit[1], '').trimEnd() : undefined
    }
    return found
  })
}
