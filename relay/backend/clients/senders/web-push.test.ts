import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import webPush from 'web-push'
import { browserAt, signedBy, startPushService } from '#relay/testing/push-service.ts'
import { sendPush, type PushContext, type PushSubscription } from './web-push.ts'

let service: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.close())
beforeEach(() => {
  service.respondWith(201)
  service.received.splice(0)
})

const keys = webPush.generateVAPIDKeys()
const key = '0199aaaa-0000-7000-8000-000000000001'

const send = (subscription: PushSubscription, overrides: Partial<PushContext> = {}) =>
  sendPush(
    subscription,
    { key, text: 'ünsaid', isUrgent: true },
    {
      keys,
      contact: 'mailto:ops@example.test',
      signal: AbortSignal.timeout(30_000),
      ca: service.ca,
      allowsPrivate: async () => true,
      ...overrides,
    },
  )

test('a push is readable only by its browser and signed for its push service', async () => {
  const [browser, other] = [service.browser(), service.browser()]
  expect(await send(browser.subscription)).toEqual({ error: null, isFinal: true })
  const [push] = service.received
  if (push === undefined) throw new Error('nothing came')
  expect(push.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '86400',
    urgency: 'high',
    topic: '0199aaaa000070008000000000000001',
  })
  expect(browser.read(push.body)).toBe('ünsaid')
  expect(() => other.read(push.body)).toThrow('authenticate data')
  expect(await signedBy(push, service.origin, keys.publicKey)).toMatchObject({ sub: 'mailto:ops@example.test' })
})

test('distinguishes an unsubscribed browser from a failing push service', async () => {
  const { subscription } = service.browser()
  for (const [code, outcome] of [
    [404, { error: 'This browser no longer accepts push notifications.', isFinal: true, isUnsubscribed: true }],
    [410, { error: 'This browser no longer accepts push notifications.', isFinal: true, isUnsubscribed: true }],
    [403, { error: expect.stringContaining('responded with 403'), isFinal: true }],
    [429, { error: expect.stringContaining('responded with 429'), isFinal: false }],
    [500, { error: expect.stringContaining('responded with 500'), isFinal: false }],
    [307, { error: expect.stringContaining('responded with 307'), isFinal: true }],
  ] as const) {
    service.respondWith(code)
    expect(await send(subscription)).toEqual(outcome)
  }
})

test('sends nothing to private addresses unless allowed, to link-local ones or without https', async () => {
  const none = { allowsPrivate: async () => false }
  expect(await send(service.browser().subscription, none)).toEqual({
    error: '127.0.0.1 is a private address. Pushes are not sent to private addresses.',
    isFinal: true,
  })
  for (const [endpoint, why] of [
    ['https://[::1]/push', 'is a private address. Pushes are not sent to private addresses.'],
    ['https://[::ffff:10.0.0.1]/push', 'is a private address. Pushes are not sent to private addresses.'],
    ['https://localhost/push', 'is a private address. Pushes are not sent to private addresses.'],
  ] as const)
    expect(await send(browserAt(endpoint).subscription, none)).toEqual({
      error: expect.stringContaining(why),
      isFinal: true,
    })
  for (const [endpoint, why] of [
    ['http://push.example/1', 'The address of the push service must be https without a user.'],
    ['https://me:secret@push.example/1', 'The address of the push service must be https without a user.'],
    ['file:///etc/passwd', 'The address of the push service must be https without a user.'],
    ['nonsense', 'The address of the push service is invalid.'],
    ['https://169.254.169.254/latest', 'is a link-local address'],
  ] as const)
    expect(await send(browserAt(endpoint).subscription)).toEqual({ error: expect.stringContaining(why), isFinal: true })
  expect(service.received).toEqual([])
})

test('retries a push service that is untrusted or unreachable', async () => {
  const { subscription } = service.browser()
  expect(await send(subscription, { ca: undefined })).toMatchObject({ isFinal: false })
  expect(service.received).toEqual([])
})
