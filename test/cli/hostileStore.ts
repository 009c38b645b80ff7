// A Mail store in which every text that a sender or a server chooses tries to control the terminal. Relies on demo/storeSpec.ts.
import type { AccountSpec, MessageSpec, StoreSpec } from '../../demo/storeSpec.ts'

/** One attack each: clear the screen, title, link, clipboard, C1 forms of them, device strings, carriage return, bidi. */
export const ATTACKS: Readonly<Record<string, string>> = {
  clear: '\u001B[2J\u001B[3J\u001B[H',
  colour: '\u001B[8m\u001B[45m',
  title: '\u001B]0;owned\u0007',
  link: '\u001B]8;;https://evil.example/\u001B\\click\u001B]8;;\u001B\\',
  clipboard: '\u001B]52;c;cm0gLXJmIH4=\u0007',
  c1: '\u009B2J\u009D52;c;cm0=\u009C\u0090q\u009C',
  device: '\u001BPq#0\u001B\\\u001B_apc\u001B\\\u001B^pm\u001B\\\u001Bc',
  return: 'good\rbad\b\b\b\u007F\u000B\u000C\u0007',
  bidi: '\u202Egnp.exe\u202C\u2066x\u2069\u200F\u061C',
  lines: 'one\u2028two\u2029three\nfour\u0085five',
}

const uuid = (digit: string) => `D3300000-0000-4000-8000-${digit.repeat(12)}`
const all = Object.values(ATTACKS).join('')

const work: AccountSpec = {
  key: 'work',
  uuid: uuid('1'),
  type: 'IMAP',
  scheme: 'imap',
  description: `Work ${all}`,
  username: `me${all}@work.test`,
  identity: 'me@work.test',
  cache: 'binary',
  mailboxes: [
    { key: 'work/inbox', path: 'INBOX' },
    { key: 'work/sent', path: 'Sent Messages', role: 'sent' },
    { key: 'work/odd', path: `Odd ${all}` },
  ],
}

const other: AccountSpec = {
  key: 'other',
  uuid: uuid('2'),
  type: 'IMAP',
  scheme: 'imap',
  description: `Elsewhere ${all}`,
  username: 'them@other.test',
  cache: 'binary',
  mailboxes: [{ key: 'other/inbox', path: 'INBOX' }],
}

/** `now`: Unix seconds. Every message is urgent, so that the rules list it; its subject starts with "seen" and the attack's name. */
export function hostileStore(now: number): StoreSpec {
  const messages = Object.entries(ATTACKS).map(([name, attack], at): MessageSpec => ({
    mailbox: 'work/inbox',
    from: { name: `Name ${attack}`, address: `from${attack}@evil.example` },
    to: [{ to: { name: `To ${attack}`, address: 'me@work.test' } }],
    prefix: `Re${attack}: `,
    subject: `seen ${name} ${attack} urgent: please pay by noon`,
    preview: `Preview ${attack} deadline today`,
    received: now - 60 * (at + 1),
    messageId: `<${name}${attack}@evil.example>`,
    flagged: true,
    urgent: true,
    highImpact: true,
    category: 0,
  }))
  return { accounts: [work, other], messages }
}
