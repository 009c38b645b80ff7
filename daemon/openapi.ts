// The OpenAPI 3.1 document of the cli door: one path an operation, made of the registry. Pure. Relies on the schemas of the
// operations and on protocol/call.ts; what a door really answers is doors/, and a test calls every path by this document alone.
import * as z from 'zod/mini'
import { CallError, CallProgress, Preview } from '../protocol/call.ts'
import { Digest, ProposalId } from '../protocol/proposalId.ts'
import { STATUSES } from './doors/statusCode.ts'
import type { Operation } from './gate/operation.ts'

type Json = Readonly<Record<string, unknown>>

/** `version`: of twin. `operations`: twin's own and those of plugins that answer. */
export function openapi(operations: readonly Operation[], version: string): Json {
  return {
    openapi: '3.1.0',
    info: { title: 'twin', version, license: { name: 'MIT', identifier: 'MIT' }, description: ABOUT },
    servers: [{ url: 'http://localhost', description: SERVER }],
    security: [],
    tags: [...new Set(operations.map(familyOf))].map(name => ({ name })),
    paths: {
      ...Object.fromEntries(operations.map(one => [`/operations/${one.name}`, { post: pathOf(one) }])),
      '/openapi.json': { get: DOCUMENT },
    },
    components: {
      schemas: {
        Preview: schemaOf(Preview),
        CallError: schemaOf(CallError),
        CallProgress: schemaOf(CallProgress),
        Proposed: schemaOf(
          z.strictObject({ outcome: z.literal('proposed'), id: ProposalId, digest: Digest }),
        ),
      },
      responses: { Refused: REFUSED },
    },
  }
}

const ABOUT =
  'Everything that twin can do, behind one gate. Who calls is the socket that a call comes through; nothing in a call says it. ' +
  'Closing the connection aborts the call.'
const SERVER =
  "HTTP/1.1 over a unix socket, state/doors/cli/twind.sock in twin's state folder: curl --unix-socket PATH http://localhost/…"

function pathOf(operation: Operation): Json {
  return {
    operationId: operation.name,
    summary: operation.summary,
    tags: [familyOf(operation)],
    'x-class': operation.class,
    'x-ceiling': operation.ceiling,
    'x-capability': operation.capability,
    'x-doors': operation.doors,
    'x-provenance': operation.provenance,
    'x-reversible': operation.reversible,
    requestBody: { required: true, content: { 'application/json': { schema: callSchema(operation) } } },
    responses: {
      200: {
        description: 'What came of it.',
        content: {
          'application/json': { schema: outcomeSchema(operation) },
          'application/x-ndjson': { schema: LINES },
        },
      },
      ...Object.fromEntries(STATUSES.map(status => [status, { $ref: '#/components/responses/Refused' }])),
    },
  }
}

function callSchema({ name, class: kind, inputSchema }: Operation): Json {
  return {
    type: 'object',
    properties: {
      input: embedded(inputSchema, `${name}:input`),
      ...(kind !== 'read' && {
        confirm: { type: 'boolean', description: "a person's yes; without it a change is previewed" },
      }),
    },
    required: ['input'],
    additionalProperties: false,
  }
}

function outcomeSchema({ name, class: kind, provenance, outputSchema }: Operation): Json {
  const done = outcome('done', {
    provenance: { const: provenance },
    output: embedded(outputSchema, `${name}:output`),
  })
  if (kind === 'read') return done
  const preview = outcome('preview', { preview: { $ref: '#/components/schemas/Preview' } })
  return { oneOf: [done, preview, { $ref: '#/components/schemas/Proposed' }] }
}

const outcome = (word: string, more: Json): Json => ({
  type: 'object',
  properties: { outcome: { const: word }, ...more },
  required: ['outcome', ...Object.keys(more)],
  additionalProperties: false,
})

/** A schema of its own: where it refers to parts of itself it has a name, so that the reference stays inside it. */
function embedded(schema: Json, id: string): Json {
  return '$defs' in schema ? { $id: `urn:twin:${id}`, ...unmarked(schema) } : unmarked(schema)
}

const schemaOf = (shape: z.ZodMiniType): Json => unmarked(z.toJSONSchema(shape))

/** Without the mark of its dialect, which is OpenAPI 3.1's own. */
const unmarked = (schema: object): Json =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema'))

const familyOf = ({ name }: Operation): string => name.replace(/\..*$/, '')

const LINES = {
  type: 'string',
  description: 'any number of lines of CallProgress, then one line: the outcome, or a CallError',
}
const REFUSED = {
  description: 'Refused: the code says why, the texts say what is, what is wanted and what to do.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/CallError' } } },
}
const DOCUMENT = {
  operationId: 'openapi',
  summary: 'this document',
  responses: {
    200: { description: 'OpenAPI 3.1', content: { 'application/json': { schema: { type: 'object' } } } },
  },
}
