// What changes and fetches are refused with. Relies on refusal.ts; no text holds the name of a message.
import { refused } from '../../../protocol/refusal.ts'

/** The message is not where twind thinks. */
export const notThere = refused('stale', {
  is: 'the message is not in that folder any more',
  wanted: 'a message that is still where it was',
  fix: 'run "twin sync" on the account, then look again',
})
export const thereAlready = refused('stale', {
  is: 'the message is in the destination already',
  wanted: 'a folder that does not hold it yet',
  fix: 'nothing: it is where it should be',
})
export const lastOne = refused('denied', {
  is: 'the message is in no other folder of this account',
  wanted: 'another folder that holds the same file, so that nothing is lost',
  fix: 'add it to another folder first, or propose to trash it',
})
export const unsupported = refused('unavailable', {
  is: 'this adapter does not do that',
  wanted: 'a verb that it names among its capabilities',
  fix: 'leave it out of the run',
})
export const noFolder = refused('bad-request', {
  is: 'no folder of this Maildir can be called that',
  wanted: 'names between "/" without control characters, and in a maildir++ without dots',
  fix: 'name another collection',
})
export const otherChange = refused('bad-request', {
  is: 'another change has been begun under the same nonce',
  wanted: 'a nonce of its own for each change',
  fix: 'propose it again',
})
export const incomplete = refused('bad-request', {
  is: 'the change lacks a message, a folder, or what its verb wants',
  wanted: 'all that its verb needs, and nothing else',
  fix: 'propose it again',
})
export const undecided = refused('unavailable', {
  is: 'whether this change was made before a crash cannot be told any more: another program has changed the message since',
  wanted: 'a message that nobody else has touched',
  fix: 'look at the message, and propose it again where it was not done',
})
export const foreignInfo = refused('unavailable', {
  is: 'the name of the message has an info that holds no flags',
  wanted: 'a name that ends with ":2," and letters',
  fix: 'change it with the program that gave it this name',
})
export const nameTaken = refused('stale', {
  is: 'another file has the name that the message would get',
  wanted: 'one file a unique name',
  fix: 'look at the folder with another mail program',
})
export const tooManyKeywords = refused('over-limit', {
  is: 'the folder has 26 keywords already, and a file name holds no more',
  wanted: 'a keyword that is among them',
  fix: 'use one of the keywords that the folder has',
})
export const keywordsBusy = refused('busy', {
  is: "another program holds the lock of the folder's keywords",
  wanted: 'to write that file alone',
  fix: 'run the same command again',
})
export const noLinks = (errno: string) =>
  refused('unavailable', {
    is: `the file cannot get a second name there (${errno})`,
    wanted: 'both folders on one file system that has hard links',
    fix: 'leave "collection.add" out of the run',
  })
