// The word lists of the rules: what a subject or a preview speaks of, in English, Norwegian, German, French and Spanish, a
// line each. Data. A list is a hint and no more: the most that words may add stands in rules.ts.

/** One list: the topic it gives, the words for it in a reason, its points, and its words in lower case. */
export interface WordList {
  readonly topic: string
  readonly says: string
  readonly points: number
  readonly words: readonly string[]
}

const split = (text: string): string[] => text.split(/[,\n]/).map(word => word.trim())

/** A word matches as a whole word, a phrase as whole words in a row; accents count, case does not. */
export const WORD_LISTS: readonly WordList[] = [
  {
    topic: 'deadline',
    says: 'a deadline',
    points: 2,
    words:
      split(`deadline, due, overdue, expires, expiring, last day, final notice, by noon, by today, by tomorrow, reminder
      by monday, by tuesday, by wednesday, by thursday, by friday
      frist, fristen, forfall, forfaller, forfalt, påminnelse, innen i dag, innen i morgen, innen fredag
      fällig, überfällig, frist bis, letzte mahnung, erinnerung
      échéance, date limite, dernier rappel
      plazo, vence, vencimiento, fecha límite, recordatorio`),
  },
  {
    topic: 'security',
    says: 'security',
    points: 2,
    words:
      split(`security, password, passcode, sign in, signed in, login, unusual activity, verification code, two factor
      breach, compromised, suspicious, fraud
      sikkerhet, passord, innlogging, svindel
      sicherheit, passwort, anmeldung, betrug
      sécurité, mot de passe, connexion, fraude
      seguridad, contraseña, inicio de sesión, código de verificación`),
  },
  {
    topic: 'waiting',
    says: 'somebody waits',
    points: 2,
    words:
      split(`can you, could you, would you, please confirm, please reply, let me know, waiting for you, following up
      your answer, your reply, your approval, your signature, need you, question for you
      kan du, kunne du, gi meg beskjed, venter på, ditt svar, bekreft
      können sie, kannst du, bitte bestätigen, ihre antwort
      pouvez vous, peux tu, merci de confirmer, votre réponse
      puedes, podrías, por favor confirma, tu respuesta`),
  },
  {
    topic: 'money',
    says: 'money',
    points: 1,
    words: split(`invoice, payment, bill, statement, refund, salary, tax, receipt, transfer, debit
      faktura, betaling, regning, lønn, skatt, kvittering
      rechnung, zahlung, gehalt, steuer
      facture, paiement, salaire, impôt
      factura, pago, nómina, impuesto`),
  },
  {
    topic: 'account',
    says: 'an account or a contract',
    points: 1,
    words: split(`account, contract, agreement, subscription, renewal, cancelled, suspended
      konto, kontrakt, avtale, abonnement
      vertrag, kündigung
      compte, contrat
      cuenta, contrato`),
  },
  {
    topic: 'appointment',
    says: 'an appointment',
    points: 1,
    words: split(`meeting, appointment, interview, invitation, rescheduled
      møte, møtet, time hos, intervju, invitasjon
      termin, besprechung, einladung
      réunion, rendez vous, entretien
      reunión, cita, entrevista, invitación`),
  },
  {
    topic: 'offer',
    says: 'an advertisement',
    points: -3,
    words:
      split(`sale, discount, offer, offers, deal, deals, newsletter, unsubscribe, webinar, coupon, shop now, free shipping
      salg, rabatt, tilbud, nyhetsbrev, meld deg av
      angebot, angebote, abbestellen
      soldes, promotion, désabonner
      oferta, ofertas, descuento`),
  },
]

/** Local parts of addresses that nobody reads answers at. */
export const NO_REPLY: readonly string[] = ['noreply', 'no-reply', 'donotreply', 'do-not-reply', 'no_reply']
