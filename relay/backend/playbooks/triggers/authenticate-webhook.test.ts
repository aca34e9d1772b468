import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { authenticateWebhook } from './authenticate-webhook.ts'

type Authentication = NonNullable<Parameters<typeof authenticateWebhook>[0]>

const basic = { username: { value: 'ci' }, password: { value: 'p:w' } }
const github = { token: { value: 'key' } }
const text = '{"ref":"main"}'
const login = (user: string, scheme = 'Basic') => `${scheme} ${Buffer.from(user).toString('base64')}`
const signature = (body = text, key = 'key') => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`

const authenticate = (authentication: Authentication | undefined, headers: Readonly<Record<string, string>>) =>
  authenticateWebhook(authentication, { headers, text }, async (source) => {
    const { value } = source as { readonly value?: string }
    if (value === undefined) throw new Error('no secret')
    return value
  })

test.each<[string, Authentication | undefined, Readonly<Record<string, string>>]>([
  ['a public webhook', undefined, {}],
  ['a login', { basic }, { authorization: login('ci:p:w') }],
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
  ['svix', { svix: { secret: { value: 'key' } } }, {}],
  ['jwt beside a login', { basic, jwt: { jwksUri: 'https://example.test' } }, { authorization: login('ci:p:w') }],
])('rejects %s', async (_case, authentication, headers) => {
  await expect(authenticate(authentication, headers)).rejects.toMatchObject({ status: 401 })
})

test('accepts nothing if the secret cannot be read', async () => {
  const unreadable = { github: { token: {} } } as Authentication
  await expect(authenticate(unreadable, { 'x-hub-signature-256': signature(text, '') })).rejects.toThrow('no secret')
})
