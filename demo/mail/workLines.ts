// What came into the demo's Work account in the last day: people waiting, deadlines, builds, newsletters, and each case that
// the filter must get right. Relies on people.ts; categories are Apple's 0 to 3.
import type { Line } from './inboxMail.ts'
import { friends, me, others } from './people.ts'

const re = { prefix: 'Re: ' } as const

const waiting: Line[] = [
  [
    73,
    friends.ann,
    'Contract for Tuesday',
    'Hello Robin, legal closes the file tomorrow. Could you send me the signed copy by noon? Without it the delivery slips by two weeks.',
    { ...re, category: 0, highImpact: true, urgent: true },
  ],
  [
    190,
    friends.jonas,
    'Budget round: your numbers are missing',
    'I have to hand in the table at 16:00 today and only your line is empty. A rough figure is enough.',
    { category: 0, highImpact: true },
  ],
  [
    322,
    friends.priya,
    'Access to the staging server',
    'We are blocked since this morning: the key you sent has expired. Can you renew it?',
    { ...re, category: 3 },
  ],
  [
    410,
    friends.kari,
    'Møteinnkalling: årsregnskap på fredag',
    'Hei Robin, passer klokken ti?',
    { category: 0 },
  ],
  [530, friends.yuki, '来週の打ち合わせについて', '火曜日の午後三時はいかがでしょうか。', { category: 0 }],
  [
    600,
    friends.jonas,
    'Minutes of the Monday meeting',
    'As discussed. Nothing urgent, please correct what I got wrong.',
    { read: true, category: 0 },
  ],
  [
    655,
    others.counsel,
    'Signature page for the lease',
    'Please keep the countersigned page at hand for the handover.',
    { read: true, flagged: true, category: 0 },
  ],
  [
    700,
    others.candidate,
    'Application for the data position',
    'Dear Robin Vale, please find my application. I am free to talk any day this week.',
    { category: 0 },
  ],
]

const house: Line[] = [
  [
    95,
    others.payroll,
    'Confirm your bank details before the pay run',
    'The pay run starts on Thursday. Without confirmation your salary is paid a week later.',
    { category: 0, highImpact: true },
  ],
  [
    240,
    others.it,
    'Your password expires in 3 days',
    'Change it in the self-service portal. After that your account is locked.',
    { category: 2, senderCategory: 0 },
  ],
  [300, others.it, 'Maintenance window on Saturday', '', { category: 2 }],
  [480, others.canteen, 'Lunch this week', '', { read: true, category: 0 }],
  [
    505,
    others.harborNews,
    'Harbor news: a new crane, a new colleague',
    'Meet Ida, who joins the planning team.',
    { category: 2 },
  ],
  [840, others.travel, 'Your itinerary for next week', 'Booking confirmed, seat 14A.', { category: 1 }],
  [
    845,
    me.work,
    'Note to self: bring the badge',
    'And the charger.',
    { category: 0, to: [{ to: me.work }], answered: true },
  ],
]

const machines: Line[] = [
  [
    20,
    others.builds,
    'Build 4127 failed on main',
    'test/lane.test.ts: 1 failed, 812 passed',
    { category: 2 },
  ],
  [44, others.builds, 'Build 4126 passed on main', '', { category: 2 }],
  [310, others.builds, 'Build 4125 passed on main', '', { read: true, category: 2 }],
  [360, others.tickets, 'HRB-311 was assigned to you', 'Crane schedule shows yesterday', { category: 2 }],
  [365, others.tickets, 'HRB-298 was closed', '', { category: 2 }],
  [900, others.tickets, 'HRB-290: 4 new comments', '', { category: 2 }],
]

const money: Line[] = [
  [
    130,
    others.supplier,
    'Invoice 1187 is due on Friday',
    'Amount due: 4 318,50 EUR. Second reminder; a fee of 40 EUR applies after the due date.',
    { category: 1, highImpact: true },
  ],
  [780, others.supplier, 'Statement of account', 'Open items: 2', { category: 1 }],
]

const bulk: Line[] = [
  [60, others.freight, 'Freight Weekly: rates fall for the third week', '', { category: 3 }],
  [400, others.summit, 'Last early-bird tickets', 'Save 30 % until midnight', { category: 3 }],
  [640, others.tools, 'What is new in Chartly', '', { category: 0, senderCategory: 3 }],
  [960, others.recruiter, 'A role that made me think of you', 'Quick call?', { category: 3 }],
  [
    1_100,
    others.programme,
    'Your speaker proposal was accepted',
    'Please confirm by the end of the week, otherwise the slot goes to the waiting list.',
    { category: 3, senderCategory: 0, id: '<accepted 2026)(1@summit.example>' },
  ],
]

const leftOut: Line[] = [
  [515, others.recruiter, 'Deleted on the phone, not yet gone', '', { deleted: true, category: 3 }],
  [516, others.tools, 'You have won a chart', '', { junk: true }],
  [517, me.work, 'Half-written answer', '', { draft: true }],
]

export const workLines: readonly Line[] = [...waiting, ...house, ...machines, ...money, ...bulk, ...leftOut]
