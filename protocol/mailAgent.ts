// What the mail helper is called where launchd or systemd starts it. Pure.

/** launchd's label, and the name of the systemd user unit, of the mail helper. */
export const MAIL_AGENT = { label: 'agentic-twin.mail', unit: 'twin-mail.service' } as const
