// A text of a draft, clean and with its links inert, and what it was before for whoever looks at it. Pure. Relies on links.ts.
import { type Inert, inertLinks } from './links.ts'

/** `bare`: clean, with its links as they were. `changed`: something in it did not show, or was a blank of another kind. */
export interface CleanText extends Inert {
  readonly bare: string
  readonly changed: boolean
}

/** `text` as it came and as it is `bare`; links stay what they are where they need not be `inert`. */
export function cleanText(
  text: string,
  { bare, inert }: { readonly bare: string; readonly inert: boolean },
): CleanText {
  const found = inertLinks(bare)
  return {
    text: inert ? found.text : bare,
    links: found.links,
    bare,
    changed: bare !== text.replaceAll('\r\n', '\n').trimEnd(),
  }
}
