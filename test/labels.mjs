// The six labelled lines that open a main.ts: `Label: text`, a line without a label continues the one above it. Plain
// JavaScript, because test/claims.mjs reads them outside vitest. Relies on the comment standing first in the file.

export const LABELS = ['Does', 'Reads', 'May', 'May not', 'If taken over', 'Proof']

/**
 * @param {string} text a whole source file
 * @returns {{ label: string, text: string }[]} in the order of the file
 */
export function labelled(text) {
  /** @type {{ label: string, text: string }[]} */
  const found = []
  for (const line of text.split('\n')) {
    if (line.startsWith('#!')) continue
    if (!line.startsWith('//')) break
    const words = line.slice(2).trim()
    const match = /^([A-Z][a-z ]+?):(?: (.*))?$/.exec(words)
    if (match?.[1] && LABELS.includes(match[1])) found.push({ label: match[1], text: match[2] ?? '' })
    else {
      const last = found.at(-1)
      if (last) last.text = `${last.text} ${words}`.trim()
    }
  }
  return found
}

/**
 * The exact titles that `Proof` names, separated by `;`.
 * @param {string} text a whole source file
 * @returns {string[]}
 */
export const proofs = text =>
  (labelled(text).find(line => line.label === 'Proof')?.text ?? '')
    .split(';')
    .map(title => title.trim().replace(/\.$/, ''))
    .filter(title => title !== '')
