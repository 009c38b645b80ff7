// What a mailbox is for: Inbox, Sent, Drafts, Trash, Junk. First by the bits in the account's .mboxCache.plist, which do not
// depend on a language; then by name. Pure. Relies on apple-mail-store.md 1.4 and 6.
import { fold } from '../../protocol/scope.ts'

export type Role = 'inbox' | 'sent' | 'drafts' | 'trash' | 'junk' | 'other'

/** IMAPMailboxAttributes. `other` (archive, flagged, important) keeps a name from being taken for a role. */
const BITS: readonly (readonly [number, Role])[] = [
  [0x8000, 'sent'],
  [0x1000, 'drafts'],
  [0x10000, 'trash'],
  [0x4000, 'junk'],
  [0x400, 'other'],
  [0x20000, 'other'],
  [0x2000, 'other'],
]

/**
 * Names of mailboxes on servers and in clients, by role. Exchange and Gmail name them in the language of the server; INBOX is
 * fixed for IMAP (RFC 3501 5.1), and the other inbox names are Exchange's.
 */
const NAMES: Readonly<Record<Exclude<Role, 'other'>, string>> = {
  inbox: `Inbox|Posteingang|Boîte de réception|Bandeja de entrada|Posta in arrivo|Postvak IN|Caixa de Entrada|Innboks|
    Indbakke|Inkorgen|Saapuneet|Skrzynka odbiorcza|Doručená pošta|Beérkezett üzenetek|Gelen Kutusu|Входящие|Вхідні|
    Εισερχόμενα|受信トレイ|收件箱|收件匣|받은 편지함|صندوق الوارد|דואר נכנס`,
  sent: `Sent|Sent Messages|Sent Items|Sent Mail|Gesendet|Gesendete Elemente|Gesendete Objekte|Éléments envoyés|
    Messages envoyés|Envoyés|Elementos enviados|Mensajes enviados|Enviados|Correo enviado|Posta inviata|Inviati|
    Verzonden items|Verzonden|Itens Enviados|E-mails enviados|Sendte elementer|Sendt e-post|Sendt|Sendte|Skickat|
    Skickade objekt|Lähetetyt|Elementy wysłane|Wysłane|Odeslaná pošta|Elküldött elemek|Gönderilmiş Öğeler|
    Gönderilmiş Postalar|Отправленные|Надіслані|已发送|已发送邮件|已傳送郵件|寄件備份|送信済み|送信済みアイテム|送信済みメール|보낸 편지함`,
  drafts: `Drafts|Draft|Entwürfe|Brouillons|Borradores|Bozze|Concepten|Rascunhos|Utkast|Kladder|Luonnokset|
    Wersje robocze|Szkice|Koncepty|Piszkozatok|Taslaklar|Черновики|Чернетки|草稿|下書き|임시 보관함`,
  trash: `Trash|Deleted Messages|Deleted Items|Bin|Papierkorb|Gelöscht|Gelöschte Elemente|Gelöschte Objekte|Corbeille|
    Éléments supprimés|Papelera|Elementos eliminados|Cestino|Posta eliminata|Prullenbak|Verwijderde items|Lixeira|
    Itens Excluídos|Papirkurv|Slettede elementer|Slettet post|Papperskorgen|Borttagna objekt|Roskakori|Poistetut|
    Elementy usunięte|Kosz|Odstraněná pošta|Törölt elemek|Silinmiş Öğeler|Удаленные|Корзина|已删除邮件|刪除的郵件|
    垃圾桶|ゴミ箱|削除済みアイテム|휴지통`,
  junk: `Junk|Junk Email|Junk E-mail|Junk E-Mail|Spam|Bulk Mail|Werbung|Unerwünscht|Junk-E-Mail|Courrier indésirable|
    Indésirables|Correo no deseado|Posta indesiderata|Ongewenste e-mail|Lixo Eletrônico|Søppelpost|Uønsket e-post|
    Skräppost|Roskaposti|Wiadomości-śmieci|Nevyžádaná pošta|Levélszemét|Önemsiz E-posta|Нежелательная почта|Спам|
    垃圾邮件|垃圾郵件|迷惑メール|정크 메일`,
}

const BY_NAME = new Map<string, Role>(
  (['inbox', 'sent', 'drafts', 'trash', 'junk'] as const).flatMap(role =>
    NAMES[role].split('|').map(name => [fold(name), role] as const),
  ),
)

/** The role that the bits say, undefined where they say none. Bit 0x40 stands on most mailboxes and means nothing. */
export function roleOfBits(bits: number): Role | undefined {
  return BITS.find(([bit]) => Math.floor(bits / bit) % 2 === 1)?.[1]
}

/**
 * The role of a mailbox by its path, and by the bits of the account's .mboxCache.plist where it has them. An inbox is told by
 * name alone and is never nested.
 */
export function roleOf(path: readonly string[], bits: number | undefined): Role | null {
  const named = BY_NAME.get(fold(path.at(-1) ?? '')) ?? null
  if (named === 'inbox') return path.length === 1 ? 'inbox' : null
  const role = bits === undefined ? undefined : roleOfBits(bits)
  return role ?? named
}

/** Whether `path` is the inbox by its fixed name, in any case. */
export const isPlainInbox = (path: readonly string[]): boolean =>
  path.length === 1 && fold(path[0] ?? '') === 'inbox'
