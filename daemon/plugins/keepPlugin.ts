// The life of one plugin: started, asked what it offers, called, and started again after a fault, ever later and only so often.
// While it is not healthy it offers nothing and says why. Relies on the parts it is given for the process, the clock and the
// timer, so that it can be looked at without either.
import {
  PLUGIN_DECLARE_SECONDS,
  PLUGIN_QUEUE,
  PLUGIN_RESTART_SECONDS,
  PLUGIN_RESTARTS,
  PLUGIN_STEADY_SECONDS,
} from '../../protocol/limits.ts'
import type { FromPlugin, PluginOperation, ToPlugin } from '../../protocol/pluginLine.ts'
import { done, refused } from '../../protocol/refusal.ts'
import type { Operation } from '../gate/operation.ts'
import { bridgeOperation, type CallPlugin } from './bridgeOperation.ts'
import { isDeclaration } from './declaration.ts'
import { oneAtATime } from './oneAtATime.ts'
import { FAULTS, isFinal, type PluginFault } from './pluginFault.ts'
import { fitsLine, type PluginProcess } from './pluginProcess.ts'

export interface KeepParts {
  readonly name: string
  /** How long one call may take. */
  readonly milliseconds: number
  /** Starts the process, or says why it cannot be. */
  readonly begin: () => PluginProcess | PluginFault
  /** Compares a declaration with the one that is remembered; the fault where it may not be offered. */
  readonly accept: (operations: readonly PluginOperation[]) => PluginFault | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Does `act` later; gives what calls it off. */
  readonly later: (milliseconds: number, act: () => void) => () => void
  readonly log: (line: string) => void
}
export interface KeptPlugin {
  readonly operations: () => readonly Operation[]
  /** Why it offers nothing; null where it is healthy. */
  readonly why: () => string | null
  /** Resolves once it has declared itself or failed to. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

interface Healthy {
  readonly child: PluginProcess
  readonly operations: readonly Operation[]
  readonly since: number
}
interface Life {
  state: Healthy | PluginFault
  /** The process of now: what an earlier one still says counts for nothing. */
  running: PluginProcess | undefined
  /** Times in a row that it was started again. */
  failures: number
  callOff: () => void
  readonly again: () => void
}

/** A plugin that is not started. */
export function keepPlugin(parts: KeepParts): KeptPlugin {
  const life: Life = {
    state: 'stopped',
    running: undefined,
    failures: 0,
    callOff: () => {},
    again: () => void start(parts, life, call),
  }
  const call = callOf(parts, life)
  return {
    operations: () => (typeof life.state === 'string' ? [] : life.state.operations),
    why: () => (typeof life.state === 'string' ? FAULTS[life.state] : null),
    start: () => start(parts, life, call),
    stop: async () => {
      const { running, callOff } = life
      callOff()
      life.state = 'stopped'
      life.running = undefined
      running?.stop('stopped')
      await running?.ended
    },
  }
}

async function start(parts: KeepParts, life: Life, call: CallPlugin): Promise<void> {
  const child = parts.begin()
  if (typeof child === 'string') return fall(parts, life, child)
  life.running = child
  if (life.state === 'stopped') life.state = 'starting'
  const declared = await declarationOf(parts, child)
  if (life.running !== child) return
  if (typeof declared === 'string') {
    child.stop(declared)
    return fall(parts, life, declared)
  }
  const operations = declared.map(operation => bridgeOperation(parts.name, operation, call))
  life.state = { child, operations, since: parts.now() }
  void child.ended.then(fault => life.running === child && fall(parts, life, fault))
}

/** From here on it offers nothing, until it is started again. */
function fall(parts: KeepParts, life: Life, fault: PluginFault): void {
  const { state } = life
  if (typeof state !== 'string' && parts.now() - state.since >= PLUGIN_STEADY_SECONDS * 1_000)
    life.failures = 0
  life.state = fault
  life.running = undefined
  parts.log(`the plugin ${parts.name} offers nothing: ${FAULTS[fault]}`)
  if (isFinal(fault) || life.failures >= PLUGIN_RESTARTS) return
  life.callOff = parts.later(restartDelay(life.failures++), life.again)
}

/** Milliseconds before the plugin is started again that has failed so often in a row. */
export const restartDelay = (failures: number): number => PLUGIN_RESTART_SECONDS * 1_000 * 2 ** failures

async function declarationOf(
  { name, accept }: KeepParts,
  child: PluginProcess,
): Promise<readonly PluginOperation[] | PluginFault> {
  const reply = await child.ask({ type: 'declare' }, PLUGIN_DECLARE_SECONDS * 1_000)
  if (typeof reply === 'string') return reply
  if (reply.type !== 'operations' || !isDeclaration(name, reply.operations)) return 'bad-declaration'
  return accept(reply.operations) ?? reply.operations
}

/** Calls the process that is there when the turn comes: one call at a time, each with its own time. */
function callOf(parts: KeepParts, life: Life): CallPlugin {
  const queue = oneAtATime(PLUGIN_QUEUE)
  let calls = 0
  const askNow = async (question: ToPlugin): Promise<FromPlugin | PluginFault> => {
    const { state } = life
    if (typeof state === 'string') return state
    const reply = await state.child.ask(question, parts.milliseconds)
    if (typeof reply === 'string' && life.running === state.child) fall(parts, life, reply)
    return reply
  }
  return async (type, asked, signal) => {
    const question = { type, id: ++calls, ...asked }
    if (!fitsLine(question)) return wrong(parts.name, 'is called with more than one line can hold')
    const reply = await queue.enter(() => askNow(question), signal)
    if (reply === undefined) return crowded(parts.name)
    if (typeof reply === 'string') return wrong(parts.name, `gave no answer: ${FAULTS[reply]}`)
    return reply.type === 'operations' ? wrong(parts.name, 'gave no answer') : done(reply)
  }
}

const crowded = (plugin: string) =>
  refused('busy', {
    is: `the plugin ${plugin} has ${PLUGIN_QUEUE} calls before this one, or its caller has gone`,
    wanted: 'one call after the other',
    fix: 'call it again when the others are done',
  })
const wrong = (plugin: string, is: string) =>
  refused('plugin', {
    is: `the plugin ${plugin} ${is}`,
    wanted: 'an answer in its time and within its bounds',
    fix: 'run "twin status" to see how it is',
  })
