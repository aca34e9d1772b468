import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listen } from '#relay/testing/listen.ts'
import { actionSchema } from '#shared/playbooks/playbook-spec.ts'
import type { ClientConnection } from '#relay/backend/clients/run/client-context.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import type { ActionContext } from './action-context.ts'
import { findAiError, runAi } from './ai.ts'

interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
}

let server: Server
let origin: string
let received: Received[]
let answer: { readonly code: number; readonly body: unknown }

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { authorization, 'x-api-key': key, 'anthropic-version': version } = request.headers
      received.push({ path: request.url ?? '', headers: { authorization, key, version }, body: JSON.parse(body) })
      response.writeHead(answer.code, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
    })
  })
  const port = await listen(server)
  origin = `http://127.0.0.1:${port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  received = []
})

const parse = (spec: object) => actionSchema.parse({ name: 'a', ai: { prompt: 'Why?', ...spec } }).ai ?? { prompt: '' }

const run = async (spec: object, connection: Partial<ClientConnection> = {}) => {
  const context: Pick<ActionContext, 'mask' | 'signal' | 'resolveSecret' | 'resolveConnection'> = {
    mask: new Mask(),
    signal: AbortSignal.timeout(10_000),
    resolveSecret: async (source) =>
      typeof source === 'object' && source !== null && 'value' in source ? String(source.value) : String(source),
    resolveConnection: async () => ({
      url: origin,
      username: '',
      password: 'key-of-the-connection',
      insecureTls: false,
      properties: { model: 'small' },
      secrets: [],
      ...connection,
    }),
  }
  return runAi(parse(spec), context as ActionContext)
}
const models = { connection: 'connection://models' }

test.each<[string, object, Received]>([
  [
    'openai',
    { choices: [{ message: { role: 'assistant', content: '# Disk full' } }] },
    {
      path: '/chat/completions',
      headers: { authorization: 'Bearer key-of-the-connection' },
      body: {
        model: 'small',
        messages: [
          { role: 'system', content: 'Be short.' },
          { role: 'user', content: 'Why?' },
        ],
      },
    },
  ],
  [
    'anthropic',
    {
      content: [
        { type: 'text', text: '# Disk ' },
        { type: 'text', text: 'full' },
      ],
    },
    {
      path: '/v1/messages',
      headers: { key: 'key-of-the-connection', version: '2023-06-01' },
      body: { model: 'small', max_tokens: 8192, system: 'Be short.', messages: [{ role: 'user', content: 'Why?' }] },
    },
  ],
  [
    'ollama',
    { message: { role: 'assistant', content: '# Disk full' }, done: true },
    {
      path: '/api/chat',
      headers: { authorization: 'Bearer key-of-the-connection' },
      body: {
        model: 'small',
        stream: false,
        messages: [
          { role: 'system', content: 'Be short.' },
          { role: 'user', content: 'Why?' },
        ],
      },
    },
  ],
])('asks the model of a connection of type %s', async (type, body, request) => {
  answer = { code: 200, body }
  expect(await run({ ...models, systemPrompt: 'Be short.' }, { type })).toEqual({
    result: { markdown: '# Disk full', model: 'small' },
    error: null,
  })
  expect(received).toEqual([request])
})

test('values of the step replace those of the connection', async () => {
  answer = { code: 200, body: { message: { content: 'ok' } } }
  const spec = { backend: 'ollama', model: 'large', apiURL: `${origin}/proxy/`, apiKey: { value: 'key-of-the-step' } }
  expect(await run({ ...spec, ...models }, { url: 'http://127.0.0.1:1' })).toMatchObject({ result: { model: 'large' } })
  expect(received).toMatchObject([{ path: '/proxy/api/chat', headers: { authorization: 'Bearer key-of-the-step' } }])
})

test('a dry run returns the prompt and sends nothing', async () => {
  expect(await run({ dryRun: 'true', systemPrompt: 'Be short.' })).toEqual({
    result: { prompt: 'Be short.\n\nWhy?' },
    error: null,
  })
  expect(received).toEqual([])
})

test.each<[string, number, unknown, string]>([
  [
    'a denied key',
    401,
    { error: { message: 'Incorrect API key' } },
    'OpenAI: authentication failed: Incorrect API key. Correct the API key of the step or of its connection.',
  ],
  ['an unknown model', 404, { error: { message: 'no such model' } }, 'OpenAI responded with 404: no such model'],
  ['an answer without text', 200, { choices: [] }, 'OpenAI returned an invalid response'],
])('reports %s', async (_name, code, body, error) => {
  answer = { code, body }
  const outcome = await run(models, { type: 'openai' })
  expect(outcome.result).toEqual({})
  expect(outcome.error?.replace(/\.$/, '')).toBe(error.replace(/\.$/, ''))
})

test.each<[object, Partial<ClientConnection>, string]>([
  [
    models,
    { type: 'postgres' },
    'The connection of an ai step must be of type openai, anthropic, ollama, got postgres.',
  ],
  [models, { type: 'openai', properties: {} }, 'ai.model: required in the step or in its connection.'],
  [
    models,
    { type: 'ollama', url: '' },
    'The address of Ollama must begin with http:// or https://. Set url of the connection.',
  ],
])('rejects %j with %j', async (spec, connection, error) => {
  expect(await run(spec, connection)).toEqual({ result: {}, error })
  expect(received).toEqual([])
})

test.each<[object, string | undefined]>([
  [models, undefined],
  [{ dryRun: true }, undefined],
  [{ backend: '{{.params.backend}}' }, undefined],
  [{}, 'ai needs a connection, or backend (openai, anthropic, ollama) with apiKey.'],
  [{ backend: 'gemini' }, 'ai.backend must be one of openai, anthropic, ollama, got gemini.'],
  [{ ...models, formats: ['slack'] }, 'ai.formats: slack is not available on this installation. Use markdown.'],
  [
    { ...models, changes: { since: '2d' } },
    'ai.changes is not available on this installation. Write what the model needs into prompt, such as {{.config | toJSON}}.',
  ],
])('before a run %j is found: %s', (spec, error) => {
  expect(findAiError(parse(spec))).toBe(error)
})
