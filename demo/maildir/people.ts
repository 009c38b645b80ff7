// Who writes in the sample Maildir. Every domain is reserved for examples (RFC 2606).

export const ME = 'Robin Archer <robin@archer.example>'
export const ann = 'Ann Whitfield <ann@whitfield.example>'
export const tomas = 'Tomás Ibarra <tomas@ibarra.example>'
export const helen = 'Helen Archer <helen@archer.example>'
export const bureau = 'Paula Niemi <paula@bureau.example.org>'
export const clinic = 'Dr. Okafor’s practice <desk@okafor-clinic.example>'
