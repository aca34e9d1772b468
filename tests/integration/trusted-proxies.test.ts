import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { embeddedSignIn } from '#relay/access/embedded-sign-in.ts'
import { scopeByRights } from '#relay/access/permission-scope.ts'
import { remoteIdentity } from '#relay/proxy/remote-identity.ts'
import { startRelayApp, type RelayApp } from '#tests/fixtures/relay-app.ts'
import { startTestIdentity, type TestIdentity } from '#tests/fixtures/identity-service.ts'

const forged = {
  'x-forwarded-for': '203.0.113.7, 198.51.100.9',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'evil.example',
  forwarded: 'for=203.0.113.7;proto=https;host=evil.example',
  'true-client-ip': '203.0.113.7',
  'cf-connecting-ip': '203.0.113.7',
  'cf-ipcity': 'Elsewhere 203.0.113.7',
  'x-real-ip': '203.0.113.7',
  'x-client-ip': '203.0.113.7',
  'fly-client-ip': '203.0.113.7',
}
const flowSchema = z.object({
  id: z.string(),
  ui: z.object({
    nodes: z.array(
      z.object({ attributes: z.looseObject({ name: z.string().optional(), value: z.unknown().optional() }) }),
    ),
  }),
})
const wrongPassword = '4000006'
const createLogin = '/api/.ory/self-service/login/browser'

const ask = async (relay: RelayApp, headers: Record<string, string>) => {
  const response = await fetch(`${relay.url}${createLogin}`, { headers: { accept: 'application/json', ...headers } })
  await response.text()
  return response.headers.getSetCookie().map((line) => /; secure/i.test(line))
}

const guess = async (relay: RelayApp, email: string, n: number) => {
  const headers = { accept: 'application/json', 'x-forwarded-for': `203.0.113.${n}` }
  const flow = await fetch(`${relay.url}${createLogin}`, { headers })
  const { id, ui } = flowSchema.parse(await flow.json())
  const response = await fetch(`${relay.url}/api/.ory/self-service/login?flow=${id}`, {
    method: 'POST',
    headers: {
      ...headers,
      cookie: flow.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      method: 'password',
      csrf_token: ui.nodes.find(({ attributes }) => attributes.name === 'csrf_token')?.attributes.value,
      identifier: email,
      password: `guess ${n}`,
    }),
  })
  return (await response.text()).includes(wrongPassword)
}
const guesses = async (relay: RelayApp, email: string) => {
  const answered: boolean[] = []
  for (let n = 1; n <= 7; n += 1) answered.push(await guess(relay, email, n))
  return answered
}

describe('the claimed origin of a request', () => {
  let service: FastifyInstance
  let serviceUrl = ''
  let receivedHeaders: Record<string, unknown> = {}
  beforeAll(async () => {
    service = fastify()
    service.get('/*', async ({ headers }) => {
      receivedHeaders = headers
      return { id: 'flow' }
    })
    serviceUrl = await service.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => service.close())

  const passedOn = async (trustedProxies: readonly string[], path = createLogin) => {
    const viewer = { id: 'ada', name: 'Ada', email: 'ada@example.test', roles: ['admin'] }
    const access = {
      ...scopeByRights,
      findViewer: async () => viewer,
      onChange: () => () => undefined,
      recheckEveryMs: null,
    }
    const relay = await startRelayApp(serviceUrl, { trustedProxies }, { access, identity: remoteIdentity(serviceUrl) })
    const response = await fetch(`${relay.url}${path}`, { headers: forged })
    await response.text()
    await relay.stop()
    // Only the last entry of the trusted proxy's own header may provide an address.
    expect(JSON.stringify(receivedHeaders)).not.toContain('203.0.113.7')
    return [
      receivedHeaders['x-forwarded-for'],
      receivedHeaders['x-forwarded-proto'],
      receivedHeaders['x-forwarded-host'] === new URL(relay.url).host,
    ]
  }

  test.each([[[]], [['127.0.0.1']]])('does not reach the backend with %j trusted', async (trusted) => {
    expect(await passedOn(trusted, '/api/db/people')).toEqual([undefined, undefined, false])
  })

  test('is ignored by default', async () => {
    expect(await passedOn([])).toEqual(['127.0.0.1', 'http', true])
  })

  test('is ignored from an address other than the trusted one', async () => {
    expect(await passedOn(['192.0.2.1'])).toEqual(['127.0.0.1', 'http', true])
  })

  test('is used from a trusted proxy as far as the proxy saw it, but never for the host', async () => {
    expect(await passedOn(['127.0.0.0/8'])).toEqual(['198.51.100.9', 'https', true])
  })
})

describe('with the embedded identity service', () => {
  let identity: TestIdentity
  beforeAll(async () => {
    identity = await startTestIdentity()
  })
  afterAll(() => identity.close())

  const open = (trustedProxies: readonly string[]): Promise<RelayApp> => {
    const { routes, accountRoutes, accounts, sessions } = identity.identity
    return startRelayApp(
      'http://127.0.0.1:9',
      { trustedProxies },
      {
        access: { ...scopeByRights, ...embeddedSignIn(sessions) },
        identity: { kind: 'embedded', routes, accountRoutes, listUsers: () => accounts.list() },
      },
    )
  }
  test('cookies are Secure when a trusted proxy reports https, and nothing else can make them so', async () => {
    const [plain, trusting] = await Promise.all([open([]), open(['127.0.0.1'])])
    expect(await ask(plain, forged)).toEqual([false])
    expect(await ask(trusting, forged)).toEqual([true])
    expect(await ask(trusting, {})).toEqual([false])
    await Promise.all([plain.stop(), trusting.stop()])
  })

  test('guessing with a different claimed address each time is rate limited all the same', async () => {
    const [plain, trusting] = [await open([]), await open(['127.0.0.1'])]
    expect(await guesses(plain, 'nobody@example.test')).toEqual([true, true, true, true, true, false, false])
    expect(await guesses(trusting, 'somebody@example.test')).toEqual(Array.from({ length: 7 }, () => true))
    await Promise.all([plain.stop(), trusting.stop()])
  })
})
