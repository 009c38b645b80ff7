// The table of forbidden acts. Every one is tried under every profile and must be refused, and is tried alone, where it must
// succeed. `needs` names what a machine may lack: there the control fails, and the row is skipped with that reason.
import { execPath } from 'node:process'
import { join } from 'node:path'
import { ownLibraries } from '../../native/libraries.ts'
import type { Call } from './harness.ts'
import type { Place, World } from './world.ts'

export interface Act {
  readonly name: string
  readonly call: (world: World, place: Place) => Call
  /** A right or a kernel feature without which nobody can do it here. */
  readonly needs?: string
  /** Tried on macOS too: needs no raw call of Linux and nothing of the world but the place. */
  readonly portable?: true
}

const NETWORK: readonly Act[] = [
  { name: 'connect to a TCP listener', call: w => ['tcp4', w.tcp4] },
  { name: 'connect to a TCP listener over IPv6', call: w => ['tcp6', w.tcp6], needs: 'IPv6' },
  { name: 'send a UDP datagram', call: w => ['udp4', w.udp4] },
  { name: 'send a UDP datagram over IPv6', call: w => ['udp6', w.udp6], needs: 'IPv6' },
  { name: 'connect to a unix socket by path', call: w => ['unix-stream', w.stream] },
  { name: 'connect to an abstract unix socket', call: w => ['unix-stream', w.abstractStream] },
  { name: 'send to a unix datagram socket from a pair', call: w => ['datagram-pair', w.datagram] },
  {
    name: 'send to an abstract datagram socket from a pair',
    call: w => ['datagram-pair', w.abstractDatagram],
  },
  { name: 'connect with multipath TCP', call: w => ['mptcp', w.tcp4], needs: 'MPTCP' },
  {
    name: 'connect by TCP Fast Open with sendto',
    call: w => ['fast-open-sendto', w.tcp4],
    needs: 'TCP Fast Open',
  },
  {
    name: 'connect by TCP Fast Open with sendmsg',
    call: w => ['fast-open-sendmsg', w.tcp4],
    needs: 'TCP Fast Open',
  },
  { name: 'listen on a TCP port', call: () => ['listen'] },
  { name: 'open a netlink socket', call: () => ['netlink'] },
  { name: 'open a vsock socket', call: () => ['vsock'], needs: 'vsock' },
  { name: 'open a raw socket', call: () => ['raw'], needs: 'CAP_NET_RAW' },
  { name: 'open a packet socket', call: () => ['packet'], needs: 'CAP_NET_RAW' },
  { name: 'set up io_uring', call: () => ['io-uring'], needs: 'io_uring' },
]

const READING: readonly Act[] = [
  { name: 'read a file outside', call: (_, p) => ['read', join(p.outside, 'read')], portable: true },
  {
    name: 'read a file outside from the pool',
    call: (_, p) => ['read-async', join(p.outside, 'read')],
    portable: true,
  },
  {
    name: 'read a file outside from every pool thread',
    call: (_, p) => ['read-many-async', join(p.outside, 'read')],
    portable: true,
  },
  {
    name: 'read a file outside from a worker',
    call: (_, p) => ['read-worker', join(p.outside, 'read')],
    portable: true,
  },
  { name: 'list a directory outside', call: (_, p) => ['list', p.outside], portable: true },
  {
    name: 'list a directory outside from the pool',
    call: (_, p) => ['list-async', p.outside],
    portable: true,
  },
  { name: 'list the root directory', call: () => ['list', '/'] },
  { name: 'watch a directory outside', call: (_, p) => ['watch', p.outside] },
  { name: 'take a handle of a file outside', call: (_, p) => ['file-handle', join(p.outside, 'read')] },
]

const WRITING: readonly Act[] = [
  { name: 'create a file outside', call: (_, p) => ['create', join(p.outside, 'created')], portable: true },
  {
    name: 'create a file outside from the pool',
    call: (_, p) => ['create-async', join(p.outside, 'created-async')],
    portable: true,
  },
  {
    name: 'overwrite a file outside',
    call: (_, p) => ['overwrite', join(p.outside, 'overwrite')],
    portable: true,
  },
  {
    name: 'truncate a file outside',
    call: (_, p) => ['truncate', join(p.outside, 'truncate')],
    portable: true,
  },
  { name: 'remove a file outside', call: (_, p) => ['remove', join(p.outside, 'remove')], portable: true },
  {
    name: 'make a directory outside',
    call: (_, p) => ['make-directory', join(p.outside, 'made')],
    portable: true,
  },
  {
    name: 'remove a directory outside',
    call: (_, p) => ['remove-directory', join(p.outside, 'empty')],
    portable: true,
  },
  {
    name: 'move a file from outside into the output',
    call: (_, p) => ['rename', join(p.outside, 'rename'), join(p.output, 'moved')],
    portable: true,
  },
  { name: 'overwrite a granted file', call: (_, p) => ['overwrite', p.granted], portable: true },
  {
    name: 'plant a symbolic link in the output',
    call: (_, p) => ['link-soft', join(p.outside, 'read'), join(p.output, 'soft')],
    portable: true,
  },
  {
    name: 'plant a hard link to a file outside',
    call: (_, p) => ['link-hard', join(p.outside, 'hard'), join(p.output, 'planted')],
    portable: true,
  },
  {
    name: 'plant a hard link to a granted file',
    call: (_, p) => ['link-hard', p.granted, join(p.output, 'planted-granted')],
    portable: true,
  },
  { name: 'plant a FIFO in the output', call: (_, p) => ['plant-fifo', join(p.output, 'fifo')] },
  {
    name: 'plant a device in the output',
    call: (_, p) => ['plant-device', join(p.output, 'device')],
    needs: 'CAP_MKNOD',
  },
  { name: 'plant a unix socket in the output', call: (_, p) => ['plant-socket', join(p.output, 'socket')] },
]

/** Landlock sees none of these, and a hard-linked view shares its inodes. */
const ATTRIBUTES: readonly Act[] = [
  {
    name: 'change the mode of a file outside',
    call: (_, p) => ['mode', join(p.outside, 'mode')],
    portable: true,
  },
  { name: 'change the mode of a granted file', call: (_, p) => ['mode', p.granted], portable: true },
  {
    name: 'change the mode of a granted file by descriptor',
    call: (_, p) => ['mode-descriptor', p.granted],
    portable: true,
  },
  { name: 'change a mode with fchmodat2', call: (_, p) => ['set-mode-2', p.granted], needs: 'fchmodat2' },
  { name: 'change the owner of a granted file', call: (_, p) => ['owner', p.granted], portable: true },
  {
    name: 'change the times of a file outside',
    call: (_, p) => ['times', join(p.outside, 'times')],
    portable: true,
  },
  { name: 'change the times of a granted file', call: (_, p) => ['times', p.granted], portable: true },
  {
    name: 'set an attribute of a granted file',
    call: (_, p) => ['set-attribute', p.granted],
    needs: 'extended attributes',
  },
  {
    name: 'read an attribute of a file outside',
    call: (_, p) => ['read-attribute', join(p.outside, 'xattr')],
    needs: 'extended attributes',
  },
  {
    name: 'list the attributes of a file outside',
    call: (_, p) => ['list-attributes', join(p.outside, 'xattr')],
    needs: 'extended attributes',
  },
  {
    name: 'set a flag of a granted file through a descriptor',
    call: (_, p) => ['set-flags', p.granted],
    needs: 'flags of files',
  },
  {
    name: 'set an extended flag of a granted file through a descriptor',
    call: (_, p) => ['set-more-flags', p.granted],
    needs: 'extended flags of files',
  },
  {
    name: 'change the generation of a granted file through a descriptor',
    call: (_, p) => ['set-generation', p.granted],
    needs: 'generations of files',
  },
  { name: 'take a lease on a granted file', call: (_, p) => ['lease', p.granted], needs: 'file leases' },
  {
    name: 'remove an attribute of a file outside',
    call: (_, p) => ['remove-attribute', join(p.outside, 'xattr')],
    needs: 'extended attributes',
  },
]

const PROCESSES: readonly Act[] = [
  { name: 'fork', call: () => ['fork'] },
  { name: 'clone a process', call: () => ['clone'] },
  { name: 'clone a process with clone3', call: () => ['clone3'] },
  { name: 'clone into a user namespace', call: () => ['clone-user-namespace'], needs: 'user namespaces' },
  { name: 'fork by its old number', call: () => ['fork-raw'], needs: 'x86_64' },
  { name: 'vfork', call: () => ['vfork'], needs: 'x86_64' },
  { name: 'spawn node from node', call: () => ['spawn-node'], portable: true },
  {
    name: 'trace another process',
    call: w => ['ptrace', w.victim],
    needs: 'ptrace of a process that is no child',
  },
  {
    name: 'read the memory of another process',
    call: w => ['read-memory', w.victim],
    needs: 'ptrace of a process that is no child',
  },
  {
    name: 'write the memory of another process',
    call: w => ['write-memory', w.victim],
    needs: 'ptrace of a process that is no child',
  },
  {
    name: 'compare itself with another process',
    call: w => ['compare', w.victim],
    needs: 'ptrace of a process that is no child',
  },
  { name: 'signal another process', call: w => ['signal', w.victim] },
  { name: 'signal another process group', call: w => ['signal-group', w.victim] },
  { name: 'signal a thread of another process', call: w => ['signal-thread', w.victim] },
  { name: 'signal another task', call: w => ['signal-task', w.victim] },
  { name: 'queue a signal to another process', call: w => ['signal-queue', w.victim] },
  { name: 'signal another process with a high half', call: w => ['signal-high', w.victim] },
  { name: 'signal the owner of a descriptor', call: w => ['signal-descriptor', w.victim] },
  { name: 'signal the owner that ioctl sets', call: w => ['signal-descriptor-control', w.victim] },
  { name: 'open a descriptor of another process', call: w => ['pid-descriptor', w.victim] },
  { name: 'read the limits of another process', call: w => ['limits', w.victim] },
  { name: 'read the environment of another process', call: w => ['read', `/proc/${w.victim}/environ`] },
  { name: 'read the command line of another process', call: w => ['read', `/proc/${w.victim}/cmdline`] },
  { name: 'list the descriptors of another process', call: w => ['list', `/proc/${w.victim}/fd`] },
  { name: 'list the processes', call: () => ['list', '/proc'] },
  { name: 'read its own memory map', call: () => ['read', '/proc/self/maps'] },
  { name: 'stay open to others of this user', call: () => ['dumpable'] },
  { name: 'open itself to others of this user again', call: () => ['dumpable-again'] },
  { name: 'outlive its starter', call: () => ['outlive'] },
  { name: 'share memory without a file', call: () => ['shared-without-file'] },
  { name: 'get 3 GB that count as a stack', call: () => ['memory-as-stack'] },
  { name: 'get 3 GB by moving its stack', call: () => ['memory-from-stack'] },
  { name: 'reserve a terabyte of addresses', call: () => ['address-space'] },
  { name: 'keep a file without a path', call: () => ['file-without-path'] },
  { name: 'leave a core file', call: () => ['core-file'], needs: 'a hard limit on core files above 0' },
]

const KERNEL: readonly Act[] = [
  { name: 'enter a new namespace', call: () => ['unshare', 0x04000000], needs: 'CAP_SYS_ADMIN' },
  { name: 'change the root directory', call: () => ['chroot', '/'], needs: 'CAP_SYS_CHROOT' },
  { name: 'mount a file system', call: (_, p) => ['mount', p.output], needs: 'CAP_SYS_ADMIN' },
  { name: 'clone a mount', call: (_, p) => ['open-tree', p.outside], needs: 'CAP_SYS_ADMIN' },
  { name: 'add a key', call: () => ['add-key'], needs: 'keys' },
  {
    name: 'open a message queue',
    call: () => ['message-queue', '/twin-probe'],
    needs: 'POSIX message queues',
  },
  { name: 'open shared memory', call: () => ['shared-memory'], needs: 'System V IPC' },
  { name: 'open a System V message queue', call: () => ['message-channel'], needs: 'System V IPC' },
  { name: 'open a semaphore', call: () => ['semaphore'], needs: 'System V IPC' },
  { name: 'load a program into the kernel', call: () => ['bpf'], needs: 'bpf' },
  { name: 'open a performance counter', call: () => ['measure'], needs: 'perf_event_open' },
  { name: 'handle page faults', call: () => ['page-faults'], needs: 'userfaultfd' },
  { name: 'ask for another personality', call: () => ['personality'] },
]

/** High enough that node puts nothing of its own there. */
export const INHERITED_FD = 60

const INHERITED: readonly Act[] = [
  { name: 'read an inherited descriptor', call: () => ['read-descriptor', INHERITED_FD] },
  {
    name: 'read an inherited environment variable',
    call: () => ['environment', 'TWIN_PROBE_SECRET'],
  },
]

export const ACTS: readonly Act[] = [
  NETWORK,
  READING,
  WRITING,
  ATTRIBUTES,
  PROCESSES,
  KERNEL,
  INHERITED,
].flat()

const LOADER = ownLibraries().programs[1] ?? ''

/** Each in a process of its own: a success puts another program in place of this one, which prints "ran". */
export const EXEC_ACTS: readonly Act[] = [
  { name: 'run a program', call: () => ['exec', '/bin/echo', 'ran'] },
  {
    name: 'run node, which it may read and was started from',
    call: () => ['exec-by-loader', execPath, '-p', '"ran"'],
  },
  { name: 'run a program through the loader', call: () => ['exec-by-loader', LOADER, '/bin/echo', 'ran'] },
  { name: 'run a program by descriptor', call: () => ['exec-by-descriptor', '/bin/echo', 'ran'] },
  { name: 'run a program from memory', call: () => ['exec-from-memory', '/bin/echo', 'ran'] },
]

/** What stays possible: the first two because no rule of this kernel covers them, the rest because helpers need them. */
export const ALLOWED_ACTS: readonly Act[] = [
  { name: 'see the size and times of a file outside', call: (_, p) => ['stat', join(p.outside, 'read')] },
  { name: 'enter a directory outside', call: (_, p) => ['enter', p.outside] },
  { name: 'signal itself', call: () => ['signal-self'] },
  { name: 'read a granted file', call: (_, p) => ['read', p.granted] },
  { name: 'read a granted file from the pool', call: (_, p) => ['read-many-async', p.granted] },
  { name: 'read a granted file from a worker', call: (_, p) => ['read-worker', p.granted] },
  { name: 'create a file in the output', call: (_, p) => ['create', join(p.output, 'one')] },
  {
    name: 'rename a file in the output',
    call: (_, p) => ['rename', join(p.output, 'one'), join(p.output, 'two')],
  },
  { name: 'overwrite a file in the output', call: (_, p) => ['overwrite', join(p.output, 'two')] },
  { name: 'list the output', call: (_, p) => ['list', p.output] },
  { name: 'remove a file in the output', call: (_, p) => ['remove', join(p.output, 'two')] },
]
