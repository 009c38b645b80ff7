// Names of attachments as files: ASCII letters, digits, dot, dash and underscore, so that no system, shell or terminal reads anything
// into one. Pure. What the sender called it stays in envelope.json.
const CHARS = 100
/** Units of the sender's name that are looked at: its end, where the extension stands. */
const NAME_READ = 1_000
/** Devices of Windows, whatever stands behind the dot. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d|conin|conout|clock)(?:\.|$)/i
const EXTENSIONS: Readonly<Record<string, string>> = {
  'text/plain': 'txt',
  'text/html': 'html',
  'text/calendar': 'ics',
  'application/ics': 'ics',
  'text/csv': 'csv',
  'text/vcard': 'vcf',
  'text/x-vcard': 'vcf',
  'text/rtf': 'rtf',
  'application/rtf': 'rtf',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/pgp-signature': 'asc',
  'application/pkcs7-signature': 'p7s',
  'application/x-pkcs7-signature': 'p7s',
  'application/pkcs7-mime': 'p7m',
  'application/ms-tnef': 'dat',
  'message/rfc822': 'eml',
  'message/delivery-status': 'txt',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
}

/** Gives names that differ from each other also where case does not count. */
export function fileNames(): (name: string, type: string) => string {
  const taken = new Set<string>()
  const next = new Map<string, number>()
  return (name, type) => {
    const [stem, extension] = parts(name, type)
    const wanted = `${stem}${extension}`.toLowerCase()
    for (let number = next.get(wanted) ?? 1; ; number++) {
      const end = number === 1 ? extension : `-${number}${extension}`
      const file = `${stem.slice(0, CHARS - end.length)}${end}`
      if (taken.has(file.toLowerCase())) continue
      taken.add(file.toLowerCase())
      next.set(wanted, number + 1)
      return file
    }
  }
}

/** A stem that begins with a letter or digit, and an extension with its dot, or ''. */
function parts(name: string, type: string): [stem: string, extension: string] {
  const ascii = name
    .slice(-NAME_READ)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/[-._]+$/, '')
  const own = /\.[A-Za-z0-9]{1,10}$/.exec(ascii.slice(1))?.[0] ?? ''
  const stem =
    ascii
      .slice(0, ascii.length - own.length)
      .replace(/\.{2,}/g, '.')
      .replace(/-{2,}/g, '-')
      .replace(/^[^A-Za-z0-9]+|[-._]+$/g, '') || 'attachment'
  const extension = own || (EXTENSIONS[type] === undefined ? '' : `.${EXTENSIONS[type]}`)
  return [RESERVED.test(stem) ? `file-${stem}` : stem, extension]
}
