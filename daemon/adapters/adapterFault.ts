// What an adapter can do wrong, and the refusal that each becomes: its own words are never part of it. Pure.
import { ADAPTER_SECONDS, BLOB_BYTES, LINE_BYTES, LISTING, PROBLEMS } from '../../protocol/limits.ts'
import type { Refusal, RefusalCode } from '../../protocol/refusal.ts'
import type { LineFault } from '../channelLines.ts'

export type AdapterFault =
  LineFault | 'unasked' | 'gap' | 'endless' | 'late' | 'interrupted' | 'closed' | 'false-file' | 'disk'

const FAULTS: Readonly<Record<AdapterFault, readonly [code: RefusalCode, is: string]>> = {
  'too-long': ['too-long', `wrote a line over ${LINE_BYTES} bytes`],
  'not-json': ['not-json', 'wrote a line that is not JSON'],
  'wrong-shape': ['wrong-shape', 'wrote a line that is no answer to what it was asked'],
  unasked: ['wrong-shape', 'wrote a line that nobody asked for'],
  gap: [
    'wrong-shape',
    `sent a message in pieces that do not follow each other, or of over ${BLOB_BYTES} bytes`,
  ],
  endless: [
    'too-long',
    `listed more than ${LISTING} messages or ${PROBLEMS} problems, or nothing in a line that is not the last,`,
  ],
  'false-file': ['wrong-shape', 'named a file that is not what it said'],
  late: ['late', `did not answer within ${ADAPTER_SECONDS} seconds`],
  interrupted: ['interrupted', 'was stopped from outside'],
  closed: ['crashed', 'closed its channel'],
  disk: ['disk', 'sent a message that could not be written to the disk'],
}

/** `name`: of the account. The adapter has been killed. */
export function faultRefusal(name: string, fault: AdapterFault): Refusal {
  const [code, is] = FAULTS[fault]
  return {
    code,
    is: `the adapter of ${name} ${is} and was ended`,
    wanted: fault === 'interrupted' ? 'to be left running' : 'the lines of the adapter protocol, in time',
    fix: 'run the same command again',
  }
}
