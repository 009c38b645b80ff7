// Whether something is this user's: what the kernel says of its owner, never what its name or content says.

/** `uid`: of what lstat or fstat found, or of the process at the other end of a socket. */
export const isOurs = ({ uid }: { readonly uid: number }): boolean => uid === process.getuid?.()

/** Whether a file is a regular one, ours, and under one name: nobody else can change it by another. */
export const isOwnFile = (stat: {
  readonly isFile: () => boolean
  readonly nlink: number
  readonly uid: number
}): boolean => stat.isFile() && stat.nlink === 1 && isOurs(stat)
