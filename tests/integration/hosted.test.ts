import { createHmac } from 'node:crypto'
import { request, type IncomingHttpHeaders } from 'node:http'
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openOrganisations } from '#relay/composition/organisations.ts'
import { readConfig } from '#relay/config/config.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { createTokenIssuer, type TokenIssuer } from '#tests/fixtures/hosted-provider/token-issuer.ts'
import { connectRaw } from '#tests/fixtures/live-socket.ts'
import { startRelayApp, type RelayApp } from '#tests/fixtures/relay-app.ts'
import { startSummaryBackend, makeSummary, type SummaryBackend } from '#tests/fixtures/summary-backend.ts'

const origin = 'http://console.test'
const checks = { topic: 'health.checks', params: {} }

let northwind: SummaryBackend
let fjordline: SummaryBackend
let elsewhere: SummaryBackend
let issuer: TokenIssuer
let stranger: TokenIssuer
let relay: RelayApp

const hostedEnvironment = (more: Record<string, string> = {}) => ({
  AUTH_MODE: 'hosted',
  HOSTED_PUBLISHABLE_KEY: `pk_test_${Buffer.from('clerk.example.test$').toString('base64')}`,
  HOSTED_VERIFICATION_KEY: issuer.pem,
  HOSTED_AUTHORIZED_PARTIES: origin,
  HOSTED_BACKENDS: `${northwind.url} ${fjordline.url}/base`,
  ...more,
})
let aheadMs = 0
const checked: (string | undefined)[] = []

const startHosted = async (more: Record<string, string> = {}) => {
  const { hosted } = readConfig(hostedEnvironment(more))
  if (hosted === undefined) throw new Error('no hosted mode')
  const { access, organisations } = openOrganisations(hosted, () => Date.now() + aheadMs)
  const findViewer: typeof access.findViewer = async (credentials) => {
    const viewer = await access.findViewer(credentials)
    checked.push(credentials.headers.authorization)
    return viewer
  }
  return startRelayApp(
    { kind: 'organisations', organisations },
    {},
    { access: { ...access, findViewer, recheckEveryMs: 100 } },
  )
}

beforeAll(async () => {
  ;[northwind, fjordline, elsewhere] = await Promise.all([
    startSummaryBackend(),
    startSummaryBackend(),
    startSummaryBackend(),
  ])
  issuer = await createTokenIssuer('https://clerk.example.test', () => origin)
  stranger = await createTokenIssuer('https://clerk.example.test', () => origin)
  relay = await startHosted()
})
afterAll(() => Promise.all([relay, northwind, fjordline, elsewhere].map((part) => part.stop())))
beforeEach(() => {
  aheadMs = 0
  for (const backend of [northwind, fjordline, elsewhere]) {
    backend.requests.length = 0
    backend.headers.length = 0
    backend.more = ({ pathname }) => ({ body: { path: pathname } })
  }
})

const ada = { sub: 'user_ada', sid: 'sess_1', name: 'Ada', email: 'ada@northwind.test', role: 'admin' }
const atNorthwind = (over: JWTPayload = {}) => ({ ...ada, org_id: 'org_n', backend_url: northwind.url, ...over })
const atFjordline = (over: JWTPayload = {}) => ({
  ...ada,
  org_id: 'org_f',
  backend_url: `${fjordline.url}/base`,
  ...over,
})

/** `fetch` cannot send this request line and these headers. */
const askRaw = (path: string, headers: Readonly<Record<string, string>>) =>
  new Promise<IncomingHttpHeaders>((resolve, reject) => {
    const { hostname, port } = new URL(relay.url)
    const outgoing = request({ hostname, port, path, headers }, (response) => {
      response.resume().on('end', () => resolve(response.headers))
    })
    outgoing.on('error', reject).end()
  })

const get = (token: string | null, path = '/api/db/people', headers: Record<string, string> = {}) =>
  fetch(`${relay.url}${path}`, { headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) } })
const allRequests = () => [northwind, fjordline, elsewhere].flatMap(({ requests }) => requests)

const connect = (token: string) => connectRaw(relay.url, { token })
const connectError = (token?: string) =>
  connectRaw(relay.url, token === undefined ? {} : { token }).then(
    () => 'open',
    (error: { readonly data?: { readonly code: string } }) => error.data?.code,
  )

describe('a request of hosted mode', () => {
  test('goes to the backend of the organization in its token, with that token [AUTH-01,AUTH-02]', async () => {
    const tokens = [await issuer.sign(atNorthwind()), await issuer.sign(atFjordline())]
    const responses = await Promise.all(tokens.map((token) => get(token, '/api/db/people?select=id')))
    expect(await Promise.all(responses.map((response) => response.json()))).toEqual([
      { path: '/db/people' },
      { path: '/base/db/people' },
    ])
    expect([northwind.requests, fjordline.requests]).toEqual([
      ['GET /db/people?select=id'],
      ['GET /base/db/people?select=id'],
    ])
    expect([northwind, fjordline].map(({ headers }) => headers[0]?.['authorization'])).toEqual(
      tokens.map((token) => `Bearer ${token}`),
    )
  })

  test('forwards its body, and is authenticated by a key set as well as by a PEM', async () => {
    const other = await startHosted({ HOSTED_VERIFICATION_KEY: issuer.jwks })
    const response = await fetch(`${other.url}/api/canary/run/check/1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await issuer.sign(atNorthwind())}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect([response.status, await response.json(), northwind.requests]).toEqual([
      200,
      { pass: true },
      ['POST /canary/run/check/1'],
    ])
    await other.stop()
  })

  test('of an action returns lines if its backend stores them, regardless of other organizations', async () => {
    const path = '/api/playbook/run/action/0195c0de-0000-7000-8000-0000000000a1/log'
    const result = { status: 'completed', end_time: '2026-11-21T08:00:00Z', result: { stdout: 'of the result' } }
    northwind.more = ({ pathname }) => (pathname.startsWith('/db/') ? { body: [result] } : undefined)
    const line = [1, 1, 0, 'as it came']
    fjordline.more = () => ({ body: { lines: [line], total: 1, ended: false, ansi: false, notes: [] } })
    const read = async (claims: JWTPayload) => {
      const response = await get(await issuer.sign(claims), path)
      return ((await response.json()) as { lines: unknown[][] }).lines.map(([, , , text]) => text)
    }
    expect(await read(atNorthwind())).toEqual(['of the result'])
    expect(await read(atFjordline())).toEqual(['as it came'])
  })

  test('loads the signed-in user from that backend [AUTH-02]', async () => {
    const response = await get(await issuer.sign(atNorthwind()), '/api/auth/whoami')
    expect(await response.json()).toEqual({ path: '/auth/whoami' })
  })

  test.each<[string, () => Promise<string> | string | null]>([
    ['without a token', () => null],
    ['with no token at all', () => 'x.y.z'],
    ['signed by another key', () => stranger.sign(atNorthwind())],
    [
      'whose claims were changed',
      async () => {
        const [header, , signature] = (await issuer.sign(atNorthwind())).split('.')
        const claims = Buffer.from(
          JSON.stringify({ ...atFjordline(), iss: issuer.issuer, azp: origin, exp: 4e9, nbf: 1 }),
        )
        return [header, claims.toString('base64url'), signature].join('.')
      },
    ],
    [
      'that says it needs no signature',
      async () => {
        const [, claims] = (await issuer.sign(atNorthwind())).split('.')
        return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
      },
    ],
    [
      'signed with the public key as a secret',
      async () => {
        const [, claims] = (await issuer.sign(atNorthwind())).split('.')
        const head = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${claims}`
        return `${head}.${createHmac('sha256', issuer.pem).update(head).digest('base64url')}`
      },
    ],
    ['of another issuer', () => issuer.sign(atNorthwind({ iss: 'https://clerk.elsewhere.test' }))],
    ['made for a page elsewhere', () => issuer.sign(atNorthwind({ azp: 'https://elsewhere.test' }))],
    ['that does not say for which page', () => issuer.sign(atNorthwind({ azp: undefined }))],
    ['that has expired', () => issuer.sign(atNorthwind(), { expiresIn: -6 })],
    ['that never expires', () => issuer.sign(atNorthwind(), { expiresIn: null })],
    ['of the future', () => issuer.sign(atNorthwind({ nbf: Math.floor(Date.now() / 1_000) + 60 }))],
    ['of a session that is not complete', () => issuer.sign(atNorthwind({ sts: 'pending' }))],
    ['without an organisation', () => issuer.sign(atNorthwind({ org_id: undefined }))],
  ])('%s is rejected before it reaches a backend', async (_, make) => {
    const response = await get(await make())
    expect([response.status, await response.json()]).toMatchObject([401, { code: 'unauthorised' }])
    expect(allRequests()).toEqual([])
  })

  test('of a user whose clock is slightly ahead is accepted', async () => {
    const token = await issuer.sign(atNorthwind({ nbf: Math.floor(Date.now() / 1_000) + 3 }))
    expect((await get(token)).status).toBe(200)
  })

  test('of an organization without a backend waits for one [AUTH-46]', async () => {
    const response = await get(await issuer.sign(atNorthwind({ backend_url: '' })), '/api/auth/whoami')
    expect([response.status, await response.json()]).toMatchObject([
      503,
      { error: 'This organization has no backend yet.' },
    ])
  })

  test.each([
    ['an address that is not on the list', () => elsewhere.url],
    ['another path of one that is', () => fjordline.url],
    ['one without https', () => 'http://backend.example.test'],
    ['one with a password', () => northwind.url.replace('//', '//token:s3cret@')],
    ['a script', () => 'javascript:alert(1)'],
  ])('sends no token to %s, regardless of the metadata', async (_, address) => {
    const response = await get(await issuer.sign(atNorthwind({ backend_url: address() })))
    expect([response.status, await response.json()]).toMatchObject([403, { code: 'forbidden' }])
    expect(allRequests()).toEqual([])
  })

  test.each([
    ['/api//127.0.0.1:1/x', {}],
    ['/api/@elsewhere.test/x', {}],
    ['/api/%2f%2felsewhere.test/x', {}],
    ['/api/db/people?org_id=org_f', {}],
    ['/api/db/people', { 'x-organisation': 'org_f', 'x-forwarded-host': 'elsewhere.test' }],
  ])('%s with %j goes only to its own backend', async (path, headers) => {
    await get(await issuer.sign(atNorthwind()), path, headers)
    expect([fjordline.requests, elsewhere.requests]).toEqual([[], []])
  })

  test('with an absolute address in its request line goes to its own backend or fails', async () => {
    const token = await issuer.sign(atNorthwind())
    await askRaw(`${elsewhere.url}/api/db/people`, { authorization: `Bearer ${token}` })
    expect([fjordline.requests, elsewhere.requests]).toEqual([[], []])
  })

  test('forwards neither cookies nor the browser’s location, and returns none', async () => {
    const response = await askRaw('/api/db/people', {
      authorization: `Bearer ${await issuer.sign(atNorthwind())}`,
      cookie: '__session=x; __client=y; ory_kratos_session=z',
      'proxy-authorization': 'Basic x',
      'x-forwarded-for': '10.1.1.1',
      connection: 'close, authorization',
    })
    expect(response['set-cookie']).toBeUndefined()
    const [sent] = northwind.headers
    expect([sent?.['cookie'], sent?.['proxy-authorization'], sent?.['x-forwarded-for']]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(sent?.['authorization']).toMatch(/^Bearer /)
  })

  test('is not authenticated by a cookie, which other pages could make a browser send', async () => {
    const response = await get(null, '/api/db/people', { cookie: `__session=${await issuer.sign(atNorthwind())}` })
    expect(response.status).toBe(401)
  })
})

const whoami = (id: string, permissions: object[]) => ({
  body: { message: 'success', payload: { user: { id }, roles: ['viewer'], permissions } },
})

describe('a socket of hosted mode', () => {
  beforeEach(() => {
    northwind.checks = [makeSummary('n')]
    fjordline.checks = [makeSummary('f')]
    fjordline.more = ({ pathname }) =>
      pathname === '/base/canary/api/summary' ? { body: { checks_summary: fjordline.checks } } : undefined
  })

  test.each<[string, () => Promise<string> | undefined]>([
    ['without a token', () => undefined],
    ['with a forged one', () => stranger.sign(atNorthwind())],
    ['with one that has expired', () => issuer.sign(atNorthwind(), { expiresIn: -6 })],
    ['with one of no organisation', () => issuer.sign(atNorthwind({ org_id: undefined }))],
  ])('%s is rejected', async (_, make) => {
    expect(await connectError(await make())).toBe('unauthorised')
  })

  test('shows the rows of its own organization, loaded with a token of its own users', async () => {
    const tokens = [await issuer.sign(atNorthwind()), await issuer.sign(atFjordline())] as const
    const sockets = await Promise.all(tokens.map(connect))
    for (const socket of sockets) expect(await socket.subscribe(checks)).toMatchObject({ ok: true })
    const shown = await Promise.all(sockets.map((socket) => socket.next('snapshot')))
    expect(shown.map(({ rows }) => (rows as { id: string }[]).map(({ id }) => id))).toEqual([['n'], ['f']])
    expect(northwind.headers.map(({ authorization }) => authorization)).not.toContain(`Bearer ${tokens[1]}`)
    expect(fjordline.headers.map(({ authorization }) => authorization)).not.toContain(`Bearer ${tokens[0]}`)
    for (const socket of sockets) {
      expect(JSON.stringify(socket.messages)).not.toMatch(/eyJ/)
      socket.close()
    }
  })

  test('shares results among users of the same role, but not with users whose permissions differ or are unknown', async () => {
    const onCanaries = { id: 'g1', subject: 'user_denied', object: 'canaries', action: 'read', deny: true }
    const part = { ...onCanaries, id: 'g2', condition: 'r.obj.canary.id == "x"' }
    const whoamiResponses: Record<string, () => ReturnType<SummaryBackend['more']>> = {
      user_one: () => whoami('user_one', [{ subject: 'viewer', object: 'canaries', action: 'read' }]),
      user_two: () => whoami('user_two', []),
      user_part: () => whoami('user_part', [part]),
      user_denied: () => whoami('user_denied', [onCanaries]),
      user_unknown: () => undefined,
    }
    const tokens = new Map<string, string>()
    for (const sub of Object.keys(whoamiResponses))
      tokens.set(sub, await issuer.sign(atNorthwind({ sub, role: 'org:member' })))
    const askers = () =>
      northwind.requests.flatMap((requestPath, at) => {
        const token = northwind.headers[at]?.['authorization']
        const sub = [...tokens].find(([, own]) => token === `Bearer ${own}`)?.[0]
        return requestPath.includes('summary') && sub !== undefined ? [sub] : []
      })
    northwind.more = ({ pathname }) => {
      const token = northwind.headers.at(-1)?.['authorization']
      const sub = [...tokens].find(([, own]) => token === `Bearer ${own}`)?.[0] ?? ''
      return pathname === '/auth/whoami' ? whoamiResponses[sub]?.() : undefined
    }
    const watch = async (sub: string) => {
      const socket = await connect(tokens.get(sub) ?? '')
      const response = await socket.subscribe(checks)
      if (response.ok) await socket.next('snapshot')
      return { socket, feed: response.ok ? response.feed : response.code }
    }
    const watching = []
    for (const sub of tokens.keys()) watching.push(await watch(sub))
    const [one, two, partly, denied, unknown] = watching.map(({ feed }) => feed)
    expect([one === two, denied, new Set([one, partly, unknown]).size]).toEqual([true, 'forbidden', 3])
    expect(askers()).toEqual(expect.arrayContaining(['user_part', 'user_unknown']))
    expect(askers()).not.toContain('user_denied')
    for (const { socket } of watching) socket.close()
  })

  test('is loaded from the backend in the later of two tokens, even though both expire at once', async () => {
    const exp = Math.floor(Date.now() / 1_000) + 600
    const role = 'org:member'
    await get(
      await issuer.sign(atNorthwind({ role, exp, backend_url: 'https://moved.example.test' })),
      '/api/db/people',
    )
    const socket = await connect(await issuer.sign(atNorthwind({ role, exp })))
    await socket.subscribe(checks)
    await socket.next('snapshot')
    expect(socket.messages.map(({ kind }) => kind)).toEqual(['snapshot'])
    socket.close()
  })

  test('loses its subscriptions when its token expires, and continues with a newer one', async () => {
    const [renewed, left] = await Promise.all([
      connect(await issuer.sign(atNorthwind())),
      connect(await issuer.sign(atNorthwind({ sub: 'user_bo' }))),
    ])
    for (const socket of [renewed, left]) await socket.subscribe(checks)
    await Promise.all([renewed.next('snapshot'), left.next('snapshot')])
    const newer = await issuer.sign(atNorthwind(), { expiresIn: 3_600 })
    renewed.socket.emit('renew', newer)
    await eventually(() => expect(checked).toContain(`Bearer ${newer}`))
    aheadMs = 120_000
    expect(await left.next('revoked')).toMatchObject({ code: 'unauthorised' })
    await eventually(() => expect([left.socket.connected, renewed.socket.connected]).toEqual([false, true]))
    expect(renewed.messages.map(({ kind }) => kind)).not.toContain('revoked')
    renewed.close()
  })

  test.each<[string, () => JWTPayload]>([
    ['another organisation', () => atFjordline()],
    ['another person', () => atNorthwind({ sub: 'user_eve' })],
  ])('ends with a token of %s in place of its own', async (_, claims) => {
    const socket = await connect(await issuer.sign(atNorthwind()))
    await socket.subscribe(checks)
    await socket.next('snapshot')
    socket.socket.emit('renew', await issuer.sign(claims()))
    expect(await socket.next('revoked')).toMatchObject({ code: 'unauthorised' })
    await eventually(() => expect(socket.socket.connected).toBe(false))
    expect(JSON.stringify(socket.messages)).not.toContain('"id":"f"')
  })

  test('changes its permissions when a newer token has another role', async () => {
    const socket = await connect(await issuer.sign(atNorthwind()))
    await socket.subscribe({ topic: 'session', params: {} })
    expect((await socket.next('snapshot')).rows).toEqual([
      { personId: 'user_ada', roles: ['admin'], teams: [], grants: [] },
    ])
    socket.socket.emit('renew', await issuer.sign(atNorthwind({ role: 'org:member' })))
    expect((await socket.next('snapshot')).rows).toEqual([
      { personId: 'user_ada', roles: ['viewer'], teams: [], grants: [] },
    ])
    socket.close()
  })

  test('does not reveal why a forged renewal failed, and stays unchanged', async () => {
    const socket = await connect(await issuer.sign(atNorthwind()))
    socket.socket.emit('renew', await stranger.sign(atNorthwind({ role: 'admin' })))
    expect(await socket.subscribe(checks)).toMatchObject({ ok: true })
    expect((await socket.next('snapshot')).rows).toHaveLength(1)
    socket.close()
  })
})

test('/readyz reports the backends of organizations as unknown', async () => {
  const response = await get(null, '/readyz')
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      ready: true,
      degraded: false,
      parts: {
        backend: {
          state: 'unknown',
          report: 'Each organization has its own backend, and the relay has no credential for it.',
        },
      },
    },
  ])
})

describe('pages of hosted mode', () => {
  test('may connect only to the provider and the backends on the list', async () => {
    const policy = (await get(null, '/healthz')).headers.get('content-security-policy') ?? ''
    expect(/connect-src ([^;]*)/.exec(policy)?.[1]).toBe(
      `'self' https://clerk.example.test ${northwind.url} ${fjordline.url}`,
    )
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).toBe("'self'")
  })

  test('reach the provider through the relay if configured, with its cookies and the secret', async () => {
    const forwarded = { HOSTED_FRONTEND_API_URL: elsewhere.url, HOSTED_SECRET_KEY: 'sk_test_1' }
    const other = await startHosted(forwarded)
    const response = await fetch(`${other.url}/api/.hosted/v1/client?_x=1`, {
      headers: { cookie: '__client=c; theme=dark', authorization: 'Bearer x', 'clerk-secret-key': 'sk_test_forged' },
    })
    expect([response.status, elsewhere.requests]).toEqual([200, ['GET /v1/client?_x=1']])
    const [sent] = elsewhere.headers
    expect([sent?.['cookie'], sent?.['authorization'], sent?.['clerk-secret-key'], sent?.['clerk-proxy-url']]).toEqual([
      '__client=c',
      undefined,
      'sk_test_1',
      `${other.url}/api/.hosted`,
    ])
    expect(response.headers.get('set-cookie')).toBe('theirs=1')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).not.toContain('clerk.example.test')
    await response.text()
    await other.stop()
  })
})
