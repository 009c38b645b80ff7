// Receipts and bills of the sample Maildir: amounts and dates as shops write them, in four ways. Relies on compose.ts.
import { dateOf, type Letter, pdf } from './compose.ts'
import { people } from './people.ts'

/** A day as text: 12 November 2026. */
const day = (seconds: number): string => {
  const [, date, month, year] = dateOf(seconds).split(/[ ,]+/)
  return `${Number(date)} ${MONTHS[month ?? ''] ?? month} ${year}`
}
const MONTHS: Readonly<Record<string, string>> = {
  Jan: 'January',
  Feb: 'February',
  Mar: 'March',
  Apr: 'April',
  May: 'May',
  Jun: 'June',
  Jul: 'July',
  Aug: 'August',
  Sep: 'September',
  Oct: 'October',
  Nov: 'November',
  Dec: 'December',
}

interface Bought {
  readonly minutes: number
  readonly id: string
  readonly shop: string
  readonly address: string
  readonly subject: string
  readonly amount: string
  readonly lines: string
  readonly read?: true
}
const BOUGHT: readonly Bought[] = [
  {
    minutes: 190,
    id: 'rcpt-01',
    shop: 'Kettle & Leaf',
    address: 'orders@kettleandleaf.example',
    subject: 'Your order 20418',
    amount: 'GBP 23.40',
    lines: '2 x Assam loose leaf 250 g      18.40\nPostage                          5.00',
  },
  {
    minutes: 1_500,
    id: 'rcpt-02',
    shop: 'Northern Trains',
    address: 'tickets@northerntrains.example',
    subject: 'Receipt for your journey',
    amount: '£41.80',
    lines: 'York to Newcastle, return\nSeat 14A, coach C',
    read: true,
  },
  {
    minutes: 2_980,
    id: 'rcpt-03',
    shop: 'Buchhandlung Lindner',
    address: 'rechnung@lindner-buch.example',
    subject: 'Rechnung Nr. 2026-1187',
    amount: '1.234,50 EUR',
    lines: 'Enzyklopädie in 24 Bänden   1.198,00\nVersand                        36,50',
  },
  {
    minutes: 4_420,
    id: 'rcpt-04',
    shop: 'Cloud Attic',
    address: 'billing@cloudattic.example',
    subject: 'Invoice CA-90021 is paid',
    amount: '$9.00',
    lines: 'Attic Basic, one month',
    read: true,
  },
  {
    minutes: 5_900,
    id: 'rcpt-05',
    shop: 'Hardware Bros',
    address: 'till@hardwarebros.example',
    subject: 'E-receipt from Hardware Bros',
    amount: 'USD 112.07',
    lines: 'Step ladder       89.99\nWood screws       12.08\nTax               10.00',
  },
  {
    minutes: 8_700,
    id: 'rcpt-06',
    shop: 'Librairie du Canal',
    address: 'commande@librairieducanal.example',
    subject: 'Votre commande n° 5521',
    amount: '36,90 €',
    lines: '3 livres de poche   36,90',
  },
  {
    minutes: 10_300,
    id: 'rcpt-07',
    shop: 'Green Grocer',
    address: 'hello@greengrocer.example',
    subject: 'Thanks for shopping with us',
    amount: 'GBP 7.15',
    lines: 'Apples, bread, milk',
    read: true,
  },
  {
    minutes: 13_100,
    id: 'rcpt-08',
    shop: 'Aqua Swim',
    address: 'members@aquaswim.example',
    subject: 'Membership receipt',
    amount: '£240.00',
    lines: 'Annual membership, adult',
  },
  {
    minutes: 16_000,
    id: 'rcpt-09',
    shop: 'Type Foundry 12',
    address: 'shop@foundry12.example',
    subject: 'Licence purchased',
    amount: '$2012.00',
    lines: 'Desktop licence, 12 seats',
  },
]

export const receipts = (now: number): Letter[] => [
  ...BOUGHT.map(({ minutes, id, shop, address, subject, amount, lines, read }): Letter => ({
    folder: '',
    minutes,
    id,
    from: `${shop} <${address}>`,
    to: people.me,
    subject,
    text: `Thank you for your purchase.\n\n${lines}\n\nTotal: ${amount}\nDate: ${day(now - minutes * 60)}\nReference: ${id.toUpperCase()}\n`,
    ...(read ? { flags: 'S' } : {}),
  })),
  {
    folder: '',
    minutes: 6_600,
    id: 'rcpt-10',
    from: 'Meridian Energy <bills@meridianenergy.example>',
    to: people.me,
    subject: 'Your electricity bill',
    text: 'Your bill is attached. It is paid by direct debit; you need not do anything.\n',
    attached: [
      {
        name: 'bill.pdf',
        type: 'application/pdf',
        content: pdf([
          'Meridian Energy',
          'Account 55-1203-9',
          `Date: ${day(now - 6_600 * 60)}`,
          'Amount due: GBP 64.12',
        ]),
      },
    ],
    flags: 'FS',
  },
]
