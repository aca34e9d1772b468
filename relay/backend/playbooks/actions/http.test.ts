import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '#relay/testing/listen.ts'
import type { ClientConnection } from '#relay/backend/clients/run/client-context.ts'
import type { ActionContext } from '#relay/backend/playbooks/actions/action-context.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { runHttp } from './http.ts'

let server: Server
let origin: string
let received: { readonly path: string; readonly authorization: string | undefined; readonly body: string }[]

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ path: request.url ?? '', authorization: request.headers.authorization, body })
      if (request.url === '/guarded' && request.headers.authorization === undefined)
        return response.writeHead(401, { 'www-authenticate': 'Digest realm="a", nonce="b", qop="auth"' }).end()
      return response.end(request.url === '/token' ? JSON.stringify({ access_token: 'token-of-the-server' }) : 'ok')
    })
  })
  const port = await listen(server)
  origin = `http://127.0.0.1:${port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const run = async (spec: Parameters<typeof runHttp>[0], connection: Partial<ClientConnection> = {}) => {
  received = []
  const mask = new Mask()
  const context: Pick<ActionContext, 'mask' | 'signal' | 'resolveSecret' | 'resolveConnection'> = {
    mask,
    signal: AbortSignal.timeout(10_000),
    resolveSecret: async (source) =>
      typeof source === 'object' && source !== null && 'value' in source ? String(source.value) : String(source),
    resolveConnection: async () => ({
      url: `${origin}/hook`,
      username: '',
      password: '',
      insecureTls: false,
      properties: {},
      secrets: [],
      ...connection,
    }),
  }
  const { error } = await runHttp(spec, context)
  expect(error).toBeNull()
  return mask
}
const step = { connection: 'connection://lab/hook' }

test('sends the bearer token of its connection', async () => {
  const mask = await run(step, { properties: { bearer: 'token-of-the-connection' } })
  expect(received).toEqual([{ path: '/hook', authorization: 'Bearer token-of-the-connection', body: '' }])
  expect(mask.inText('token-of-the-connection')).toBe('***')
})

test('sends its own bearer token', async () => {
  const mask = await run({ ...step, bearer: { value: 'token-of-the-step' } }, { properties: { bearer: 'other' } })
  expect(received).toEqual([{ path: '/hook', authorization: 'Bearer token-of-the-step', body: '' }])
  expect(mask.inText('token-of-the-step')).toBe('***')
})

test('signs in by digest when the server asks for it, and never sends the password', async () => {
  const spec = { url: `${origin}/guarded`, digest: true, username: 'me', password: { value: 'mine' }, body: 'x' }
  await run({ ...spec, method: 'POST' })
  expect(received).toEqual([
    { path: '/guarded', authorization: undefined, body: 'x' },
    { path: '/guarded', authorization: expect.stringMatching(/^Digest username="me", realm="a"/) as string, body: 'x' },
  ])
})

test('signs in by digest where its connection does', async () => {
  const connection = { username: 'me', password: 'mine', properties: { digest: 'true' } }
  await run({ ...step, url: `${origin}/guarded` }, connection)
  expect(received.map(({ authorization }) => authorization)).toEqual([undefined, expect.stringMatching(/^Digest /)])
})

test('signs in with its own OAuth client', async () => {
  const oauth = { clientID: { value: 'me' }, clientSecret: 'secret-of-mine', tokenURL: `${origin}/token` }
  await run({ ...step, oauth })
  expect(received.map(({ path, authorization }) => ({ path, authorization }))).toEqual([
    { path: '/token', authorization: basic('me:secret-of-mine') },
    { path: '/hook', authorization: 'Bearer token-of-the-server' },
  ])
})

test('signs in with the OAuth client of its connection', async () => {
  const mask = await run(step, {
    username: 'client',
    password: 'client-secret',
    properties: { tokenURL: `${origin}/token`, scopes: 'a,b', params: '{"audience":"shop"}' },
  })
  expect(received).toEqual([
    {
      path: '/token',
      authorization: basic('client:client-secret'),
      body: 'grant_type=client_credentials&audience=shop&scope=a+b',
    },
    { path: '/hook', authorization: 'Bearer token-of-the-server', body: '' },
  ])
  expect(mask.inText('token-of-the-server')).toBe('***')
})

test.each([
  ['of the step', { ...step, username: 'me', password: 'own-password' }, { properties: { bearer: 'x' } }],
  ['of the connection', step, { username: 'me', password: 'own-password' }],
])('sends the login %s', async (_, spec, connection) => {
  await run(spec, connection)
  expect(received.map(({ authorization }) => authorization)).toEqual([basic('me:own-password')])
})

test('sends the login of its address', async () => {
  await run({ url: `${origin.replace('http://', 'http://me:own%40password@')}/own` })
  expect(received).toEqual([{ path: '/own', authorization: basic('me:own@password'), body: '' }])
})

test('sends no login without one', async () => {
  await run(step)
  expect(received).toEqual([{ path: '/hook', authorization: undefined, body: '' }])
})
