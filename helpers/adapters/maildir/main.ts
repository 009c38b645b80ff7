// Does: lists and fetches the messages of one Maildir, and changes it as twind says: links, unlinks, renames, drafts.
// Reads: the Maildir of its account and its scratch folder, and its own code; of a message no byte but to hash or to copy it.
// May: write in these two folders: regular files, folders, and second names for files.
// May not: reach any network, start a program, read another file, or make a symbolic link.
// If taken over: it can read and destroy the mail of this one account, and hand twind wrong mail; it cannot send anything anywhere.
// Proof: the adapter's process reaches nothing beyond its two folders; a message whose content looks like another message changes nothing
import { runAdapter } from '../runAdapter.ts'
import { openMaildir } from './openMaildir.ts'

runAdapter(openMaildir)
