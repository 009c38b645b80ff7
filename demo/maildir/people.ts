// Who writes in the sample Maildir. Every domain is reserved for examples (RFC 2606).

export const people = {
  me: 'Robin Archer <robin@archer.example>',
  ann: 'Ann Whitfield <ann@whitfield.example>',
  tomas: 'Tomás Ibarra <tomas@ibarra.example>',
  helen: 'Helen Archer <helen@archer.example>',
  bureau: 'Paula Niemi <paula@bureau.example.org>',
  clinic: 'Dr. Okafor’s practice <desk@okafor-clinic.example>',
} as const
