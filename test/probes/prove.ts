// Prints what the proof of confinement finds: with the real addon, or with one that says a named act went through.
import { confine, provePool } from '../../native/confine.ts'
import { ownProfile } from '../../native/ownProfile.ts'
import { chooseOutside, tryActs } from '../../native/proof.ts'

async function main(open: string | undefined): Promise<unknown> {
  const profile = ownProfile(process.argv)
  if (!profile.ok) return profile
  if (open === undefined) return { confined: confine(profile.value), pool: await provePool(profile.value) }
  const calls: string[] = []
  const attempt = (act: string) => {
    calls.push(act)
    return act === open ? 0 : 1
  }
  const outside = chooseOutside(profile.value)
  return outside ? { denials: tryActs({ attempt }, profile.value, outside), calls } : { calls }
}
void main(process.argv[3]).then(found => process.stdout.write(JSON.stringify(found)))
