// One drain at a time for a state folder, as launchd has it: a start while it runs does nothing. The lock is a listening socket,
// which the kernel closes with its process, so that no killed starter leaves a lock behind. Relies on the folder being ours alone.
// Two starters that break a dead lock at once may both run: requests are claimed by rename, so that this is harmless.
import { rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'

/** Relative to the folder, since a socket's path may have 104 bytes at most. */
const NAME = 'mail.lock'

/** Enters `folder` and takes its lock; undefined where another process holds it. The lock lasts until `close`. */
export async function onlyOne(folder: string): Promise<Server | undefined> {
  process.chdir(folder)
  const server = await listening()
  if (server) return server
  if (await answers()) return undefined
  rmSync(NAME, { recursive: true, force: true })
  return listening()
}

/** Undefined where the name is taken. */
function listening(): Promise<Server | undefined> {
  const server = createServer(socket => socket.destroy())
  return new Promise((resolve, reject) => {
    server.once('error', error => {
      if ('code' in error && error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    server.listen(NAME, () => resolve(server))
  })
}

/** Whether anybody listens there. */
const answers = (): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(NAME, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
