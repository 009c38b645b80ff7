// The caps of runs and of the schemas of their records: where each has a case at the cap and one past it. Part of limits.test.ts.
import { parseConfig } from '../../protocol/config.ts'
import { RecordSchema } from '../../protocol/recordSchema.ts'
import { RunFile } from '../../protocol/runFile.ts'

type Takes = (amount: number) => boolean

const STEP = { uses: 'extract@1' }
const RUN = {
  run: { name: 'a', backend: 'home', when: 'manual' },
  view: { query: 'x', limit: 1 },
  pipeline: [STEP],
  apply: { auto: [], deny: [], rate: '1/h' },
}
const times = <T>(amount: number, make: (at: number) => T): T[] =>
  Array.from({ length: amount }, (_, at) => make(at))
const named = <T>(amount: number, value: T): Record<string, T> =>
  Object.fromEntries(times(amount, at => [`n${at}`, value]))
const takes = (run: object): boolean => RunFile.safeParse(run).success
const inView = (view: object): boolean => takes({ ...RUN, view: { ...RUN.view, ...view } })
const isSchema = (schema: object): boolean => RecordSchema.safeParse(schema).success
const BOOLEAN = { type: 'boolean' }
/** Lists in lists, `levels` deep in all. */
const lists = (levels: number): object =>
  times(levels - 1, at => at).reduce<object>(items => ({ type: 'array', items }), BOOLEAN)
const tables = (levels: number): object =>
  times(levels - 1, at => at).reduce<object>(a => ({ type: 'object', properties: { a } }), BOOLEAN)

export const HERE: Readonly<Record<string, Takes | readonly Takes[]>> = {
  ACTOR_HOSTS: amount =>
    parseConfig(
      `[actors.a]\ncommand = ["/x"]\nnet = ${JSON.stringify(times(amount, at => `h${at}.org:443`))}`,
    ).ok,
  STEPS: amount => takes({ ...RUN, pipeline: times(amount, () => STEP) }),
  PORTS: amount => takes({ ...RUN, pipeline: [{ ...STEP, in: named(amount, { from: 'view' }) }] }),
  APPLY_RULES: ['auto', 'deny'].map(
    side => amount => takes({ ...RUN, apply: { ...RUN.apply, [side]: times(amount, () => 'trash') } }),
  ),
  VIEW_ROOTS: amount => inView({ limit: amount }),
  SCHEMA_DEPTH: [amount => isSchema(lists(amount)), amount => isSchema(tables(amount))],
  SCHEMA_FIELDS: amount => isSchema({ type: 'object', properties: named(amount, BOOLEAN) }),
  ENUM_VALUES: [
    amount => isSchema({ type: 'string', enum: times(amount, String) }),
    amount => isSchema({ type: 'array', items: BOOLEAN, maxItems: amount }),
  ],
}

/** What other caps bound in a run, beside what they are named for. */
export const BESIDE: Readonly<Record<string, readonly Takes[]>> = {
  QUERY_CHARS: [amount => inView({ query: 'x'.repeat(amount) })],
  COLLECTION_CHARS: [
    amount =>
      takes({
        ...RUN,
        apply: { ...RUN.apply, auto: [`trash -> ${'x'.repeat(amount - 'trash -> '.length)}`] },
      }),
  ],
  PATH_CHARS: [amount => takes({ ...RUN, pipeline: [{ ...STEP, output: 'x'.repeat(amount) }] })],
  BODY_BYTES: [amount => isSchema({ type: 'string', maxLength: amount })],
  SENTENCE_CHARS: [
    amount => isSchema({ ...BOOLEAN, description: 'x'.repeat(amount) }),
    amount => isSchema({ type: 'string', enum: ['x'.repeat(amount)] }),
  ],
}

export const ELSEWHERE = {
  RUN_BYTES: {
    file: 'daemon/runs/strictYaml',
    titles: ['a file of the cap is taken and one byte more is not'],
  },
  RUN_DEPTH: {
    file: 'daemon/runs/strictYaml',
    titles: ['nesting of %s to the cap is taken and one level more is not'],
  },
  RECORDS_OF_ONE: {
    file: 'protocol/recordSchema',
    titles: ['a message yields so many records, and one more is refused'],
  },
} as const
