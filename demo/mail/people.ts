// Who writes in the demo's mailbox. Every domain is reserved (RFC 2606, RFC 6761), so no address can be anybody's. Relies on
// nothing.
import type { PersonSpec } from '../storeSpec.ts'

const person = (name: string, address: string): PersonSpec => ({ name, address })

/** The user, once for each account. */
export const me = {
  work: person('Robin Vale', 'robin.vale@harbor.example'),
  private: person('Robin Vale', 'robin.vale@post.example'),
  family: person('Robin', 'robin@vale.example'),
}

/** People the user writes to, and how many letters each has got. */
export const friends = {
  ann: person('Ann Lee', 'ann@client.example'),
  jonas: person('Jonas Weber', 'jonas.weber@harbor.example'),
  priya: person('Priya Nair', 'priya@partner.example'),
  marta: person('Marta Lindqvist', 'marta@ledger.example'),
  helen: person('Helen Vale', 'helen@vale.example'),
  tomas: person('Tomás Ruiz', 'tomas@friends.example'),
  kari: person('Kari Ødegård', 'kari@fjord.example'),
  yuki: person('佐藤 由紀', 'yuki@kyoto.example'),
} satisfies Record<string, PersonSpec>
export type Friend = keyof typeof friends

export const others = {
  payroll: person('Harbor Payroll', 'payroll@harbor.example'),
  it: person('IT Service Desk', 'servicedesk@harbor.example'),
  builds: person('Build Server', 'builds@ci.example'),
  tickets: person('Harbor Tickets', 'noreply@tickets.example'),
  supplier: person('Kestrel Supplies Billing', 'billing@kestrel.example'),
  counsel: person('Dara Okafor', 'd.okafor@counsel.example'),
  candidate: person('Lena Brandt', 'lena.brandt@example.net'),
  freight: person('Freight Weekly', 'news@freight.example'),
  harborNews: person('Harbor Internal News', 'news@harbor.example'),
  summit: person('Port Tech Summit', 'hello@summit.example'),
  programme: person('Port Tech Summit Programme', 'programme@summit.example'),
  tools: person('Chartly', 'team@chartly.example'),
  recruiter: person('Max from TalentPool', 'max@talentpool.example'),
  canteen: person('Canteen', 'canteen@harbor.example'),
  travel: person('Business Travel', 'itinerary@travel.example'),
  bank: person('Example Bank', 'service@bank.example'),
  card: person('Example Card', 'alerts@card.example'),
  shop: person('Lumen Books', 'orders@lumenbooks.example'),
  grocer: person('Green Basket', 'receipts@greenbasket.example'),
  parcel: person('Parcel Post', 'tracking@parcel.example'),
  energy: person('City Energy', 'accounts@energy.example'),
  clinic: person('Riverside Clinic', 'appointments@clinic.example'),
  landlord: person('Oakfield Property', 'lettings@oakfield.example'),
  social: person('Circles', 'notify@circles.example'),
  stream: person('Playhouse', 'info@playhouse.example'),
  garden: person('The Garden Letter', 'letter@garden.example'),
  sale: person('Northside Outlet', 'offers@outlet.example'),
  security: person('Post Example Accounts', 'no-reply@accounts.example'),
  school: person('Hillview School', 'office@school.example'),
  mover: person('Amina Haddad', 'amina@removals.example'),
} satisfies Record<string, PersonSpec>

/** Everybody but the strangers, in the order in which the store keeps them. */
export const people: readonly PersonSpec[] = [
  me.work,
  me.private,
  ...Object.values(friends),
  ...Object.values(others),
]

/** Strangers who would like to be somebody else, or a program. */
export const hostile = {
  lookalike: person('Ann Lee', 'ann@c1ient.example'),
  spoofedName: person('ann@client.example', 'notice@mailer.invalid'),
  injector: person('Prize Desk', 'prize@win.invalid'),
  markdown: person('**Billing** [Team](https://evil.invalid)', 'billing@evil.invalid'),
  terminal: person('Ops\u001b]0;owned\u0007', 'ops@evil.invalid'),
  idn: person('PayPa1 Support', 'support@xn--pypal-4ve.example'),
}
