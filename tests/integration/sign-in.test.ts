import fastify, { type FastifyInstance } from 'fastify'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveProtocolVersion } from '#shared/live/messages.ts'
import { remoteSignIn } from '#relay/access/remote-sign-in.ts'
import { scopeByRights } from '#relay/access/permission-scope.ts'
import { askBackend, askIdentity } from '#relay/proxy/ask-identity.ts'
import { parseBackendAddress } from '#relay/proxy/backend-address.ts'
import { dataApiProbePath } from '#relay/proxy/data-api-state.ts'
import { remoteIdentity } from '#relay/proxy/remote-identity.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { startRelayApp, type RelayApp } from '#tests/fixtures/relay-app.ts'

interface ReceivedRequest {
  readonly path: string
  readonly headers: Record<string, string | string[] | undefined>
}

const nothing: ReceivedRequest = { path: '', headers: {} }
const identityId = '0195c0de-0000-7000-8000-00000000000a'
const sent: { identity: ReceivedRequest[]; backend: ReceivedRequest[] } = { identity: [], backend: [] }
let isKnownAtBackend = true
let session: 'valid' | 'ended' | 'half' | 'broken' = 'valid'
let identity: FastifyInstance
let backend: FastifyInstance
let relay: RelayApp
let url = ''

const probes = new Set(['/health', '/public/health/ready', dataApiProbePath.replace('/api', '')])
const service = async (name: 'identity' | 'backend', routes: (app: FastifyInstance) => void) => {
  const app = fastify()
  app.addHook('onRequest', async ({ url: path, headers }) => {
    if (!probes.has(path)) sent[name].push({ path, headers })
  })
  routes(app)
  return { app, address: await app.listen({ host: '127.0.0.1', port: 0 }) }
}

const statuses = { valid: 200, ended: 401, half: 403, broken: 503 } as const

beforeAll(async () => {
  const ory = await service('identity', (app) => {
    app.get('/public/sessions/whoami', async (_request, reply) => {
      const traits = { email: 'ada@example.test', name: { first: 'Ada', last: 'Ops' } }
      return reply.status(statuses[session]).send({ active: true, identity: { id: identityId, traits } })
    })
    app.get('/public/self-service/login/browser', async (_request, reply) =>
      reply
        .headers({ 'set-cookie': 'csrf_token_ab=x; HttpOnly', server: 'kratos', 'access-control-allow-origin': '*' })
        .send({ id: 'f' }),
    )
  })
  const control = await service('backend', (app) => {
    app.get('/auth/whoami', async (_request, reply) => {
      const user = { id: 'p1', name: 'Ada', email: 'ada@example.test' }
      const response = { message: 'success', payload: { user, roles: ['viewer'], permissions: null } }
      return isKnownAtBackend ? response : reply.status(401).send('Authorization Error')
    })
    app.get('/*', async () => [])
  })
  identity = ory.app
  backend = control.app
  const identityAddress = parseBackendAddress(`${ory.address}/public`)
  const backendUrl = control.address.replace('http://', 'http://token:s3cret@')
  const ask = async (cookie: string) =>
    (await askIdentity(identityAddress)(cookie)) === null
      ? null
      : ((await askBackend(parseBackendAddress(backendUrl))(cookie)) ?? 'noAccess')
  const access = { ...scopeByRights, ...remoteSignIn({ ask }), recheckEveryMs: 200 }
  relay = await startRelayApp(backendUrl, {}, { access, identity: remoteIdentity(`${ory.address}/public`) })
  url = relay.url
})
afterAll(async () => {
  await relay.stop()
  await identity.close()
  await backend.close()
})

let cookies = 0
/** A new cookie each time, because the relay caches sessions per cookie. */
const freshCookie = () => {
  cookies += 1
  return `theme=dark; ory_kratos_session=s${cookies}; csrf_token_ab=c`
}
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${url}${path}`, { headers })

describe('sign-in at a remote service', () => {
  test.each(['/api/db/people', '/%61pi/db/people', '/api/db/people?x=/api/.ory/', '/api/auth/whoami'])(
    '%s is rejected without a session, without a backend request [SHELL-01]',
    async (path) => {
      const before = sent.backend.length
      const response = await get(path)
      expect([response.status, await response.json()]).toMatchObject([401, { code: 'unauthorised' }])
      expect(sent.backend).toHaveLength(before)
    },
  )

  test('the relay state is public', async () => {
    expect((await get('/healthz')).status).toBe(200)
  })

  test.each([
    ['ended', 401],
    ['half', 401],
    ['broken', 503],
  ] as const)('a session that is %s gets %i', async (state, status) => {
    session = state
    expect((await get('/api/db/people', { cookie: freshCookie() })).status).toBe(status)
    session = 'valid'
  })

  test('a user known to the identity service but not the backend gets an error instead of the sign-in page', async () => {
    isKnownAtBackend = false
    const responses = [await get('/api/auth/whoami', { cookie: freshCookie() }), await get('/api/auth/whoami')]
    isKnownAtBackend = true
    expect(await Promise.all(responses.map(async (response) => [response.status, await response.json()]))).toEqual([
      [
        403,
        {
          error: 'This account has no access to this console.',
          message: 'It was removed or never added. An administrator can give it access under Settings › Users.',
          code: 'no_access',
        },
      ],
      [401, expect.objectContaining({ code: 'unauthorised' })],
    ])
  })

  test("the backend receives the user's session and no other identifying data", async () => {
    const cookie = freshCookie()
    const response = await get('/api/db/people', { cookie, authorization: 'Basic x', 'x-forwarded-for': '10.1.1.1' })
    expect(response.status).toBe(200)
    const { headers } = sent.backend.findLast(({ path }) => path === '/db/people') ?? nothing
    expect(headers['cookie']).toBe(`ory_kratos_session=s${cookies}`)
    expect([headers['authorization'], headers['x-forwarded-for']]).toEqual([undefined, undefined])
  })

  test("the identity service receives its own cookies and the browser's address; its cookies are returned", async () => {
    const response = await get('/api/.ory/self-service/login/browser?aal=aal2', {
      cookie: freshCookie(),
      authorization: 'Bearer x',
      'x-forwarded-for': '10.1.1.1',
    })
    const { path, headers } = sent.identity.findLast(({ path }) => path.includes('login')) ?? nothing
    expect(path).toBe('/public/self-service/login/browser?aal=aal2')
    expect(headers['cookie']).toBe(`ory_kratos_session=s${cookies}; csrf_token_ab=c`)
    expect([headers['authorization'], headers['x-forwarded-for']]).toEqual([undefined, '127.0.0.1'])
    expect(response.headers.get('set-cookie')).toBe('csrf_token_ab=x; HttpOnly')
    expect([response.headers.get('server'), response.headers.get('access-control-allow-origin')]).toEqual([null, null])
  })

  test('an open socket loses its subscriptions when the session ends', async () => {
    const socket = io(url, {
      transports: ['websocket'],
      auth: { protocol: liveProtocolVersion },
      extraHeaders: { cookie: freshCookie() },
      reconnection: false,
    })
    const received: { readonly kind?: string; readonly code?: string }[] = []
    socket.on('feed', (message: { readonly kind: string }) => received.push(message))
    const response: unknown = await socket.emitWithAck('subscribe', { topic: 'session', params: {} })
    expect(response).toMatchObject({ ok: true })
    await eventually(() => expect(received.map(({ kind }) => kind)).toContain('snapshot'))
    session = 'ended'
    await eventually(() => expect(received.at(-1)).toMatchObject({ kind: 'revoked', code: 'unauthorised' }))
    session = 'valid'
    socket.disconnect()
  })

  test('a socket requires a session', async () => {
    const socket = io(url, { transports: ['websocket'], auth: { protocol: liveProtocolVersion }, reconnection: false })
    const error = await new Promise<Error>((resolve) => socket.on('connect_error', resolve))
    expect(error).toMatchObject({ data: { code: 'unauthorised' } })
  })
})
