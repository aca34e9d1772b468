import { createHmac } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type GenerateKeyPairResult } from 'jose'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startHttp } from '#relay/testing/servers.ts'
import { authenticateWebhook } from './authenticate-webhook.ts'
import { hasValidToken } from './verify-jwt.ts'

type Authentication = NonNullable<Parameters<typeof authenticateWebhook>[0]>

const basic = { username: { value: 'ci' }, password: { value: 'p:w' } }
const github = { token: { value: 'key' } }
const text = '{"ref":"main"}'
const login = (user: string, scheme = 'Basic') => `${scheme} ${Buffer.from(user).toString('base64')}`
const signature = (body = text, key = 'key') => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`

const authenticate = (authentication: Authentication | undefined, headers: Readonly<Record<string, string>>) =>
  authenticateWebhook(
    authentication,
    { headers, text },
    {
      resolveSecret: async (source) => {
        const { value } = source as { readonly value?: string }
        if (value === undefined) throw new Error('no secret')
        return value
      },
      hasValidToken,
    },
  )

test.each<[string, Authentication | undefined, Readonly<Record<string, string>>]>([
  ['a public webhook', undefined, {}],
  ['a login', { basic }, { authorization: login('ci:p:w') }],
  ['a scheme in lower case', { basic }, { authorization: login('ci:p:w', 'basic') }],
  ['a signature', { github }, { 'x-hub-signature-256': signature() }],
  [
    'a login and a signature',
    { basic, github },
    { authorization: login('ci:p:w'), 'x-hub-signature-256': signature() },
  ],
])('accepts %s', async (_case, authentication, headers) => {
  await expect(authenticate(authentication, headers)).resolves.toBeUndefined()
})

test.each<[string, Authentication, Readonly<Record<string, string>>]>([
  ['every call where no method is stated', {}, {}],
  ['no login', { basic }, {}],
  ['another password', { basic }, { authorization: login('ci:p') }],
  ['another user', { basic }, { authorization: login('root:p:w') }],
  ['another scheme', { basic }, { authorization: login('ci:p:w', 'Bearer') }],
  ['a login that is not encoded', { basic }, { authorization: 'Basic ci:p:w' }],
  ['no signature', { github }, {}],
  ['an empty signature', { github }, { 'x-hub-signature-256': '' }],
  ['a signature of another body', { github }, { 'x-hub-signature-256': signature('{}') }],
  ['a signature with another key', { github }, { 'x-hub-signature-256': signature(text, '') }],
  ['a signature without its prefix', { github }, { 'x-hub-signature-256': signature().slice(7) }],
  [
    'a signature with an empty key',
    { github: { token: { value: '' } } },
    { 'x-hub-signature-256': signature(text, '') },
  ],
  [
    'a login with an empty password',
    { basic: { username: { value: 'ci' }, password: { value: '' } } },
    { authorization: login('ci:') },
  ],
  ['a login without the signature', { basic, github }, { authorization: login('ci:p:w') }],
  ['a signature without the login', { basic, github }, { 'x-hub-signature-256': signature() }],
  ['svix without its headers', { svix: { secret: { value: 'a2V5' } } }, {}],
  ['jwt beside a login', { basic, jwt: { jwksUri: 'https://example.test' } }, { authorization: login('ci:p:w') }],
])('rejects %s', async (_case, authentication, headers) => {
  await expect(authenticate(authentication, headers)).rejects.toMatchObject({ status: 401 })
})

test('accepts nothing if the secret cannot be read', async () => {
  const unreadable = { github: { token: {} } } as Authentication
  await expect(authenticate(unreadable, { 'x-hub-signature-256': signature(text, '') })).rejects.toThrow('no secret')
})

const secondsAgo = (seconds: number): number => Math.floor(Date.now() / 1_000) - seconds
const svixCall = (seconds: number, { body = text, key = 'key', prefix = 'svix' } = {}) => {
  const signed = createHmac('sha256', key).update(`msg_1.${seconds}.${body}`).digest('base64')
  return {
    [`${prefix}-id`]: 'msg_1',
    [`${prefix}-timestamp`]: String(seconds),
    [`${prefix}-signature`]: `v1,aGVsbG8= v1a,${signed} v1,${signed}`,
  }
}
const svix = { secret: { value: `whsec_${Buffer.from('key').toString('base64')}` } }

test.each([
  ['one of its signatures', svix, svixCall(secondsAgo(0))],
  ['the names of Standard Webhooks', svix, svixCall(secondsAgo(0), { prefix: 'webhook' })],
  ['a secret without its prefix', { secret: { value: 'a2V5' } }, svixCall(secondsAgo(0))],
  ['four minutes of difference', svix, svixCall(secondsAgo(240))],
  ['an old call within the tolerance', { ...svix, verifyTimestamp: '1h' }, svixCall(secondsAgo(3_000))],
  ['an old call without a tolerance', { ...svix, verifyTimestamp: false }, svixCall(secondsAgo(90_000))],
])('accepts %s of svix', async (_case, method, headers) => {
  await expect(authenticate({ svix: method }, headers)).resolves.toBeUndefined()
})

test.each([
  ['another body', svix, svixCall(secondsAgo(0), { body: '{}' })],
  ['another key', svix, svixCall(secondsAgo(0), { key: 'other' })],
  ['six minutes of difference', svix, svixCall(secondsAgo(360))],
  ['a call from the future', svix, svixCall(secondsAgo(-360))],
  ['more than the tolerance', { ...svix, verifyTimestamp: '10s' }, svixCall(secondsAgo(60))],
  ['another time than the signed one', svix, { ...svixCall(secondsAgo(9)), 'svix-timestamp': String(secondsAgo(1)) }],
  ['a time that is no number', { ...svix, verifyTimestamp: false }, { ...svixCall(0), 'svix-timestamp': 'now' }],
  ['an empty key', { secret: { value: 'whsec_' } }, svixCall(secondsAgo(0), { key: '' })],
])('rejects %s of svix', async (_case, method, headers) => {
  await expect(authenticate({ svix: method }, headers)).rejects.toMatchObject({ status: 401 })
})

const publish = async (code: number, keys: readonly object[]) => {
  const requests: string[] = []
  const server = await startHttp(({ url = '' }, response) => {
    requests.push(url)
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }))
  })
  onTestFinished(() => server.close())
  return { url: `http://127.0.0.1:${server.port}/keys`, requests }
}
type Key = GenerateKeyPairResult['privateKey'] | Uint8Array
const sign = (alg: string, kid: string, key: Key, expires = '1m') =>
  new SignJWT({ sub: 'ci' }).setProtectedHeader({ alg, kid }).setIssuedAt().setExpirationTime(expires).sign(key)

test('accepts tokens that a key of the address signed', async () => {
  const [ec, ed, other] = await Promise.all([
    generateKeyPair('ES256'),
    generateKeyPair('EdDSA'),
    generateKeyPair('ES256'),
  ])
  const published: object[] = [{ ...(await exportJWK(ec.publicKey)), kid: 'a', alg: 'ES256' }]
  const { url, requests } = await publish(200, published)
  const call = (authorization: string) => authenticate({ jwt: { jwksUri: url } }, { authorization })

  await expect(call(`Bearer ${await sign('ES256', 'a', ec.privateKey)}`)).resolves.toBeUndefined()
  await expect(call(`bearer ${await sign('ES256', 'a', ec.privateKey)}`)).resolves.toBeUndefined()
  expect(requests).toHaveLength(1)
  for (const authorization of [
    '',
    'Bearer x',
    `Basic ${await sign('ES256', 'a', ec.privateKey)}`,
    `Bearer ${await sign('ES256', 'a', ec.privateKey, '-1m')}`,
    `Bearer ${await sign('ES256', 'a', other.privateKey)}`,
    `Bearer ${await sign('EdDSA', 'b', ed.privateKey)}`,
    `Bearer ${await sign('HS256', 'a', Buffer.from(JSON.stringify(published[0])))}`,
    `Bearer ${new UnsecuredJWT({ sub: 'ci' }).encode()}`,
  ])
    await expect(call(authorization)).rejects.toMatchObject({ status: 401 })
})

test('a token is neither valid nor invalid while its keys cannot be read, which is tried again after ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { url, requests } = await publish(500, [])
  const token = await sign('ES256', 'a', (await generateKeyPair('ES256')).privateKey)
  const call = () => authenticate({ jwt: { jwksUri: url } }, { authorization: `Bearer ${token}` })
  await expect(call()).rejects.toThrow('200 OK')
  await expect(call()).rejects.toThrow('200 OK')
  expect(requests).toHaveLength(1)
  vi.setSystemTime(Date.now() + 11_000)
  await expect(call()).rejects.toThrow('200 OK')
  expect(requests).toHaveLength(2)
})
