// What came into the demo's Private account in the last day: family and friends, money, parcels, promotions. Relies on
// people.ts; categories are Apple's 0 to 3.
import { generatedSummary } from '../store/keyedArchive.ts'
import type { Line } from './inboxMail.ts'
import { friends, others } from './people.ts'

const re = { prefix: 'Re: ' } as const

const people: Line[] = [
  [
    35,
    friends.helen,
    'Grandpa is home again',
    'All went well. He asks whether you come on Sunday; call him tonight if you can.',
    { ...re, category: 0 },
  ],
  [
    150,
    friends.tomas,
    'Great catching up :)',
    'We should do that more often. I still have your book!',
    { ...re, category: 0 },
  ],
  [
    270,
    friends.marta,
    'Tax return: two receipts are missing',
    'The office wants the file by the 15th. I need the receipts for the laptop and the desk.',
    { category: 0, highImpact: true },
  ],
  [
    450,
    others.mover,
    'Quote for your move',
    'Saturday the van is free until 14:00. Please tell me by tomorrow whether I should keep it for you.',
    { category: 0 },
  ],
  [
    590,
    others.school,
    'Form for the school trip',
    'Please return the signed form by Wednesday. موعد الاجتماع يوم الأحد',
    { category: 0 },
  ],
]

const money: Line[] = [
  [
    110,
    others.bank,
    'Your account statement is ready',
    'A direct debit could not be carried out. Balance and due date are in the statement.',
    { category: 1, highImpact: true },
  ],
  [
    125,
    others.card,
    'Was this you? 249,00 EUR at an online shop',
    'Answer YES or NO in the app within two hours. Without an answer the card is blocked.',
    { category: 1, highImpact: true, urgent: true },
  ],
  [330, others.energy, 'Your bill: R&D tariff (v2.0) – 50 % off, $5', 'Due in 14 days.', { category: 1 }],
  [610, others.shop, 'Receipt for order 20193', 'Thank you. 2 books, 31,80 EUR', { category: 1 }],
  [620, others.grocer, 'Your receipt', '', { read: true, category: 1 }],
  [
    760,
    others.landlord,
    'Meter reading before the 1st',
    '',
    {
      category: 0,
      generated: generatedSummary('Photograph of the meter wanted', 'The landlord needs it before the 1st.'),
    },
  ],
]

const service: Line[] = [
  [
    80,
    others.security,
    'New sign-in from an unknown device',
    'If this was not you, change your password now.',
    { category: 2, senderCategory: 0, highImpact: true },
  ],
  [
    200,
    others.parcel,
    'Your parcel arrives today between 15:00 and 17:00',
    '',
    {
      category: 2,
      generated: generatedSummary('Parcel arrives this afternoon', 'Somebody has to be at home.'),
    },
  ],
  [520, others.parcel, 'Your parcel has left the depot', '', { read: true, category: 2 }],
  [
    680,
    others.clinic,
    'Appointment reminder: tomorrow 08:40',
    'Bring your insurance card. Call us to cancel.',
    { category: 1, highImpact: true, id: null },
  ],
  [820, others.social, '7 people you may know', '', { category: 2 }],
  [1_000, others.social, 'Tomás Ruiz posted a photo', '', { category: 2 }],
]

const bulk: Line[] = [
  [55, others.sale, '🔥 FLASH SALE 🔥 only today', 'Everything must go', { category: 3 }],
  [230, others.stream, 'New this week: three documentaries', '', { category: 3 }],
  [
    540,
    others.garden,
    'The Garden Letter: what to sow now',
    'Broad beans, garlic, sweet peas',
    { category: 3 },
  ],
  [
    990,
    others.garden,
    'A welcome from The Garden Letter',
    'Confirm your address to keep receiving letters.',
    { category: 3, globalColumns: { category_is_temporary: 1 } },
  ],
  [1_200, others.sale, 'You left something in your basket', '', { category: 3 }],
  [1_300, others.stream, 'Your plan renews next week', '9,99 EUR a month'],
]

export const privateLines: readonly Line[] = [...people, ...money, ...service, ...bulk]
