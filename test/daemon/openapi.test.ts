// The OpenAPI document against a public validator, and against a twind that knows nothing of who calls: every operation is called
// over the socket by the document alone.
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineOperation } from '../../daemon/gate/defineOperation.ts'
import { openapi } from '../../daemon/openapi.ts'
import { registry } from '../../daemon/operations/registry.ts'
import { socketOf } from '../../protocol/paths.ts'
import { send } from './doors/testDoor.ts'
import { fromSchema, type Schema } from './fromSchema.ts'
import { type Built, builtTwind, startTwind, twinHome } from './twindProcess.ts'

interface Media {
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>
}
interface Post {
  readonly operationId: string
  readonly summary: string
  readonly requestBody: Media
  readonly responses: Readonly<Record<string, Media | { readonly $ref: string }>>
}
interface Document {
  readonly openapi: string
  readonly paths: Readonly<Record<string, { readonly post?: Post; readonly get?: object }>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}
const documentOf = (operations = registry) => openapi(operations, '0.1.0') as unknown as Document

describe('the document', () => {
  test('a public validator finds nothing wrong with the document, and does with a broken one', async () => {
    const found = await new Validator().validate(documentOf() as never)
    expect(found.errors).toBeUndefined()
    expect(found.valid).toBe(true)
    const broken = { ...documentOf(), paths: { 'no-slash': { post: { responses: 'none' } } } }
    expect((await new Validator().validate(broken as never)).valid).toBe(false)
  })
  test('every operation has one path with its class, its ceiling and what it needs', () => {
    const { paths } = documentOf()
    expect(Object.keys(paths)).toEqual([
      ...registry.map(({ name }) => `/operations/${name}`),
      '/openapi.json',
    ])
    for (const operation of registry)
      expect(paths[`/operations/${operation.name}`]?.post).toMatchObject({
        operationId: operation.name,
        summary: operation.summary,
        'x-class': operation.class,
        'x-ceiling': operation.ceiling,
        'x-capability': operation.capability,
      })
  })
  test('a schema that refers to itself keeps its references inside', async () => {
    const Tree = z.strictObject({
      name: z.string(),
      get below() {
        return z.array(Tree)
      },
    })
    const operation = defineOperation({
      name: 'tree.show',
      summary: 'show a tree that is made of trees',
      class: 'read',
      ceiling: 'never',
      doors: ['cli'],
      capability: null,
      provenance: 'twin',
      input: z.strictObject({}),
      output: z.strictObject({ tree: Tree }),
      handler: () => Promise.reject(new Error('Cannot be called: it is for its schema')),
    })
    const document = documentOf([operation])
    expect((await new Validator().validate(document as never)).valid).toBe(true)
    expect(JSON.stringify(document)).toContain('urn:twin:tree.show:output')
  })
})

describe('twind by the document alone', () => {
  let built: Built
  beforeAll(async () => {
    built = await builtTwind()
  })
  afterAll(() => built.remove())

  test('every operation of the document is answered with a documented status and a body of its schema', async () => {
    const { home, paths } = twinHome('[agents.claude]\n[jobs.news]\ncommand = ["/bin/true"]\n')
    const twind = startTwind(built.twind, home)
    await twind.said(' started,')
    const socket = socketOf(paths, 'cli', null)
    const got = await send(socket, { method: 'GET', path: '/openapi.json' })
    expect([got.status, got.type]).toEqual([200, 'application/json'])
    const document = JSON.parse(got.text) as Document
    expect(Object.keys(document.paths)).toEqual([
      ...registry.filter(({ doors }) => doors.includes('cli')).map(({ name }) => `/operations/${name}`),
      '/openapi.json',
    ])
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: 'https://document.test/openapi.json', ...document })
    const seen = new Set<string>()
    for (const [path, { post }] of Object.entries(document.paths)) {
      if (!post) continue
      const request = post.requestBody.content['application/json']?.schema ?? {}
      for (const call of fc.sample(fromSchema(request), { numRuns: 4, seed: 7 })) {
        const replied = await send(socket, { path, body: JSON.stringify(call) })
        expect(post.responses, path).toHaveProperty(String(replied.status))
        const pointer = `${path.replaceAll('~', '~0').replaceAll('/', '~1')}/post/responses/200/content/application~1json/schema`
        const ref = replied.status === 200 ? `/paths/${pointer}` : '/components/schemas/CallError'
        const isValid = ajv.validate(
          { $ref: `https://document.test/openapi.json#${ref}` },
          JSON.parse(replied.text),
        )
        expect(isValid, `${path} ${replied.text.slice(0, 300)} ${ajv.errorsText()}`).toBe(true)
        expect(replied.text, path).not.toContain('"code":"crashed"')
        seen.add(replied.status === 200 ? 'done' : 'refused')
      }
    }
    expect(seen).toEqual(new Set(['done', 'refused']))
    expect((await send(socket, { path: '/operations/status', body: '{"input":{}}' })).status).toBe(200)
    expect(await twind.kill('SIGTERM')).toBe(0)
  }, 120_000)
})
