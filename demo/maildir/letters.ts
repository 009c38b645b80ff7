// Letters of people in the sample Maildir: three threads, an invitation, attachments, and what Robin has answered. Relies on compose.ts.
import type { Letter } from './compose.ts'
import { people } from './people.ts'

const inbox = (letter: Omit<Letter, 'folder' | 'to'>): Letter => ({ folder: '', to: people.me, ...letter })
const sent = (letter: Omit<Letter, 'folder' | 'from' | 'flags'>): Letter => ({
  folder: '.Sent',
  from: people.me,
  flags: 'S',
  ...letter,
})

/** Which hall, on Tuesday: five letters, the last of them unread. */
const hall: Letter[] = [
  inbox({
    minutes: 7_200,
    id: 'hall-1',
    from: people.ann,
    subject: 'The hall on Tuesday',
    text: 'Shall we take the small hall or the big one? I have to tell them by Friday.',
    flags: 'RS',
  }),
  sent({
    minutes: 7_100,
    id: 'hall-2',
    to: people.ann,
    subject: 'Re: The hall on Tuesday',
    text: 'The small one, I think. Twenty chairs?',
    answers: ['hall-1'],
  }),
  inbox({
    minutes: 6_900,
    id: 'hall-3',
    from: people.tomas,
    cc: people.ann,
    subject: 'Re: The hall on Tuesday',
    text: 'Twenty-five. My sister brings the choir.',
    answers: ['hall-1', 'hall-2'],
    flags: 'S',
  }),
  sent({
    minutes: 6_800,
    id: 'hall-4',
    to: people.ann,
    cc: people.tomas,
    subject: 'Re: The hall on Tuesday',
    text: 'Then the big one after all.',
    answers: ['hall-1', 'hall-2', 'hall-3'],
  }),
  inbox({
    minutes: 45,
    id: 'hall-5',
    from: people.ann,
    subject: 'Re: The hall on Tuesday',
    text: 'Booked! Could you bring the projector? Doors open at 18:30.\n\n> Then the big one after all.',
    answers: ['hall-1', 'hall-2', 'hall-3', 'hall-4'],
  }),
]
/** A contract: with an attachment, and an answer that lost its References. */
const contract: Letter[] = [
  inbox({
    minutes: 2_000,
    id: 'deal-1',
    from: people.bureau,
    subject: 'Contract for the translation',
    flags: 'RS',
    text: 'Dear Robin,\n\nthe contract is attached as text. We need your initials on page 7 by Thursday.\n\nPaula Niemi',
    attached: [
      {
        name: 'contract.txt',
        type: 'text/plain',
        content: Buffer.from('Page 7: the fee is 1,850.00 EUR, payable within 30 days.\n'),
      },
    ],
  }),
  sent({
    minutes: 1_900,
    id: 'deal-2',
    to: people.bureau,
    subject: 'Re: Contract for the translation',
    text: 'I will sign it tomorrow. Is the fee still the one we spoke of?',
    answers: ['deal-1'],
  }),
  inbox({
    minutes: 300,
    id: 'deal-3',
    from: people.bureau,
    subject: 'Re: Contract for the translation',
    text: 'Yes, it is. Shall I call you at 16:00 today about the second volume?',
  }),
]
const garden: Letter[] = [
  inbox({
    minutes: 9_400,
    id: 'garden-1',
    from: people.helen,
    subject: 'Photos from the garden',
    flags: 'FS',
    text: 'Forty of them, I send you the best one. Do you still have the seeds?',
    attached: [
      {
        name: 'garden.png',
        type: 'image/png',
        content: Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
          'base64',
        ),
      },
    ],
  }),
  sent({
    minutes: 9_300,
    id: 'garden-2',
    to: people.helen,
    subject: 'Re: Photos from the garden',
    text: 'Lovely! The seeds are in the blue box.',
    answers: ['garden-1'],
  }),
]
/** Two weeks from now, at a quarter past nine. */
function invitation(now: number): string {
  const day = new Date((now + 14 * 86_400) * 1_000).toISOString().slice(0, 10).replaceAll('-', '')
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//example//EN',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    'UID:check-up@okafor-clinic.example',
    `DTSTART:${day}T091500Z`,
    `DTEND:${day}T093000Z`,
    'SUMMARY:Check-up',
    'LOCATION:Room 3',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

/** `now`: Unix seconds. */
export const letters = (now: number): Letter[] => [
  ...hall,
  ...contract,
  ...garden,
  inbox({
    minutes: 130,
    id: 'clinic-1',
    from: people.clinic,
    subject: 'Your appointment',
    text: 'Please confirm your appointment; the details are in the invitation.',
    attached: [
      { name: 'invite.ics', type: 'text/calendar; method=REQUEST', content: Buffer.from(invitation(now)) },
    ],
  }),
  inbox({
    minutes: 20,
    id: 'tomas-1',
    from: people.tomas,
    subject: 'Tickets for Friday',
    text: 'I need to pay by six. Are you in? 18 each.',
  }),
  inbox({
    minutes: 860,
    id: 'helen-2',
    from: people.helen,
    subject: 'Grüße aus Köln 🌻',
    text: 'Schöne Grüße! Der Zug war pünktlich, stell dir vor.',
  }),
  sent({
    minutes: 840,
    id: 'helen-3',
    to: people.helen,
    subject: 'Re: Grüße aus Köln 🌻',
    text: 'Ein Wunder. Bis Sonntag!',
    answers: ['helen-2'],
  }),
  {
    folder: '.Drafts',
    minutes: 260,
    id: 'draft-1',
    from: people.me,
    to: people.ann,
    subject: 'The projector',
    text: 'It needs a new lamp. I',
    flags: 'DS',
  },
  {
    folder: '.Archive',
    minutes: 90_000,
    id: 'old-1',
    from: people.tomas,
    to: people.me,
    subject: 'Last summer',
    text: 'Do you remember the lake?',
    flags: 'RS',
  },
  {
    folder: '.Archive.2025',
    minutes: 480_000,
    id: 'old-2',
    from: people.bureau,
    to: people.me,
    subject: 'First contract',
    text: 'Welcome aboard.',
    flags: 'S',
  },
  {
    folder: '.Trash',
    minutes: 5_000,
    id: 'gone-1',
    from: 'Nobody <nobody@void.example>',
    to: people.me,
    subject: 'Win a prize',
    text: 'You have won. Nothing.',
    flags: 'ST',
  },
]
