// The name server that keys are asked from: the one of twin.toml, or the system's first. Relies on resolv.conf(5).
import type { Config } from '../../protocol/config.ts'
import { isIP } from 'node:net'
import { CONFIG_BYTES } from '../../protocol/limits.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { readCapped } from '../../files/readCapped.ts'
import type { Endpoint } from '../brief/lane.ts'

const DNS_PORT = 53

/** Where DNS over TCP is asked. Refused where the system names none. */
export function nameServer({ server }: Config['dkim'], resolvConf = '/etc/resolv.conf'): Result<Endpoint> {
  if (server !== undefined) {
    const at = server.lastIndexOf(':')
    return done({
      addresses: [server.slice(0, at).replace(/^\[|\]$/g, '')],
      port: Number(server.slice(at + 1)),
    })
  }
  const read = readCapped(resolvConf, CONFIG_BYTES, false)
  const addresses = read.ok
    ? [...read.text.matchAll(/^nameserver[ \t]+(\S+)/gm)].map(([, one]) => one ?? '')
    : []
  const known = addresses.filter(one => isIP(one) !== 0)
  return known.length > 0 ? done({ addresses: known, port: DNS_PORT }) : none
}

const none = refused('config', {
  is: 'this system names no name server in /etc/resolv.conf',
  wanted: 'one, or [dkim] server in twin.toml',
  fix: 'set server = "ADDRESS:53" in [dkim], or turn lookup off',
})
