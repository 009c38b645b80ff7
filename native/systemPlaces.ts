// What every program may read and start: the system's own folders, and those files of /etc without which names of hosts,
// users and times do not resolve. Nothing of any user's. Relies on these places holding what was installed, and nothing else.
import { realpathSync } from 'node:fs'

const LINUX_TREES = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/opt', '/nix/store']
const LINUX_FILES = [
  'ld.so.cache',
  'localtime',
  'timezone',
  'hosts',
  'host.conf',
  'resolv.conf',
  'nsswitch.conf',
  'gai.conf',
  'protocols',
  'services',
  'passwd',
  'group',
  'locale.alias',
  'mime.types',
  'os-release',
  'ssl/openssl.cnf',
].map(name => `/etc/${name}`)
/** Certificates, never keys: /etc/ssl/private is not below them. */
const LINUX_CERTIFICATES = [
  '/etc/ssl/certs',
  '/etc/ca-certificates',
  '/etc/pki/tls/certs',
  '/etc/pki/ca-trust',
]

const DARWIN_TREES = [
  '/usr',
  '/bin',
  '/sbin',
  '/System',
  '/Library/Apple',
  '/Library/Developer/CommandLineTools',
  '/opt',
]
const DARWIN_FILES = [
  'hosts',
  'resolv.conf',
  'services',
  'protocols',
  'passwd',
  'group',
  'localtime',
  'shells',
].map(name => `/private/etc/${name}`)
const DARWIN_CERTIFICATES = ['/private/etc/ssl']

const isDarwin = process.platform === 'darwin'

/** Folders whose trees may be read and started from, those that are there, by real path. */
export const systemTrees = (): string[] =>
  isDarwin
    ? present([...DARWIN_TREES, ...DARWIN_CERTIFICATES])
    : present([...LINUX_TREES, ...LINUX_CERTIFICATES])

/** Files that may be read, those that are there, by real path. */
export const systemFiles = (): string[] => present(isDarwin ? DARWIN_FILES : LINUX_FILES)

function present(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap(path => resolved(path) ?? []))]
}

function resolved(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
