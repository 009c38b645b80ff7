// Untrusted text as one line without markup: what the note quotes, after inert.ts, and what a model may read. It keeps
// ordinary writing of any script byte for byte. Relies on visible.ts for everything that does not show.
import { brandPlain, type Plain } from '../brand.ts'
import { visible } from './visible.ts'

/** ASCII that opens structure in Markdown, HTML or Obsidian; parentheses and the rest are for inert.ts. */
const MARKUP = /[[\]<>|`*_#!\\~=]/g

/**
 * `text` as one line: markup characters and controls become spaces, `://` becomes `: //`, white space of every kind
 * collapses to one space, none at the ends. Linear and idempotent; never throws. May return ''. Not safe at a line start:
 * a blank that was not ASCII is an ASCII one now, so only inert.ts makes a field of it. The caller caps the length.
 */
export function plain(text: string): Plain {
  const line = visible(text.replace(MARKUP, ' ')).replace(/ {2,}/g, ' ').trim()
  return brandPlain(line.replaceAll('://', ': //'))
}
