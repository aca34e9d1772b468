import { exportPKCS8, generateKeyPair } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { listSpecErrors, runCheckType } from '#relay/backend/checks/types/testing/run-check-type.ts'
import { findSignatureError } from '#tests/fixtures/aws-signed.ts'
import { standIns, type ReceivedRequest } from '#tests/fixtures/stand-in.ts'

const services = standIns()
const key = { accessKey: 'AKIAOFTHEACCOUNT', secretKey: 'secret-key-of-the-account' }

const startQueue = async (waiting: readonly string[]) => {
  const actions: string[] = []
  const left = [...waiting]
  const { url } = await services.start((request) => {
    const error = findSignatureError(request, key)
    if (error !== undefined) return { code: 400, body: { __type: `com.amazonaws.sqs#${error}`, message: 'no' } }
    const action = String(request.headers['x-amz-target']).split('.').at(-1) ?? ''
    const json = JSON.parse(request.body) as { QueueName?: string; Entries?: readonly object[] }
    actions.push(action)
    if (action === 'GetQueueUrl')
      return json.QueueName === 'orders'
        ? { body: { QueueUrl: 'https://sqs.example.test/1/orders' } }
        : { code: 400, body: { __type: 'com.amazonaws.sqs#QueueDoesNotExist', message: 'no such queue' } }
    if (action === 'DeleteMessageBatch') return { body: { Successful: json.Entries } }
    const page = left.splice(0, 2)
    const messages = page.map((Body, at) => ({ MessageId: `m${at}`, ReceiptHandle: `r${at}`, Body }))
    return { body: messages.length === 0 ? {} : { Messages: messages } }
  })
  return {
    actions,
    sqs: { endpoint: url, accessKey: key.accessKey, secretKey: { value: key.secretKey }, queue: 'orders' },
  }
}

describe('the Pub/Sub check of an SQS queue', () => {
  test('receives all waiting messages, deletes them and returns them without secrets', async () => {
    const { actions, sqs } = await startQueue(['{"id":1}', `key ${key.secretKey}`, 'last'])
    expect(await runCheckType('pubsub', { sqs })).toMatchObject({
      pass: true,
      message: '3 messages',
      details: { count: 3, messages: [{ id: 'm0', body: { id: 1 } }, { body: 'key ***' }, { body: 'last' }] },
    })
    expect(actions).toEqual(['GetQueueUrl', 'ReceiveMessage', 'ReceiveMessage', 'ReceiveMessage', 'DeleteMessageBatch'])
    expect(await runCheckType('pubsub', { sqs })).toMatchObject({ pass: true, message: '0 messages' })
  })

  test('reports a missing queue, and a wrong key', async () => {
    const { sqs } = await startQueue([])
    expect(await runCheckType('pubsub', { sqs: { ...sqs, queue: 'none' } })).toMatchObject({
      pass: false,
      message: 'SQS in us-east-1 responded with 400: QueueDoesNotExist: no such queue.',
    })
    expect(await runCheckType('pubsub', { sqs: { ...sqs, secretKey: { value: 'wrong' } } })).toMatchObject({
      pass: false,
      message: 'SQS in us-east-1 responded with 400: the secret key is wrong.',
    })
  })
})

describe('the Pub/Sub check of a Google subscription', () => {
  let privateKey = ''
  beforeAll(async () => {
    privateKey = await exportPKCS8((await generateKeyPair('RS256', { extractable: true })).privateKey)
  })
  const start = async (receivedMessages: readonly object[]) => {
    const left = [...receivedMessages]
    const { url, requests } = await services.start((request: ReceivedRequest) =>
      request.path === '/token'
        ? { body: { access_token: 'token-of-google', expires_in: 3600 } }
        : { body: request.path.endsWith(':pull') ? { receivedMessages: left.splice(0) } : {} },
    )
    const credentials = {
      type: 'service_account',
      client_email: 'a@b.test',
      private_key: privateKey,
      token_uri: `${url}/token`,
    }
    return {
      requests,
      pubsub: { project_id: 'shop', subscription: 'orders', endpoint: url, credentials: JSON.stringify(credentials) },
    }
  }

  test('pulls the waiting messages and acknowledges them', async () => {
    const data = Buffer.from('{"id":7}').toString('base64')
    const { pubsub, requests } = await start([
      {
        ackId: 'a1',
        message: { messageId: 'm1', data, attributes: { shop: 'a' }, publishTime: '2026-11-01T00:00:00Z' },
      },
    ])
    expect(await runCheckType('pubsub', { pubsub })).toMatchObject({
      pass: true,
      message: '1 message',
      details: { messages: [{ id: 'm1', body: { id: 7 }, attributes: { shop: 'a' } }] },
    })
    expect(requests.slice(1).map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      ['/v1/projects/shop/subscriptions/orders:pull', { maxMessages: 100, returnImmediately: true }],
      ['/v1/projects/shop/subscriptions/orders:pull', { maxMessages: 99, returnImmediately: true }],
      ['/v1/projects/shop/subscriptions/orders:acknowledge', { ackIds: ['a1'] }],
    ])
  })

  test('passes on an empty subscription without acknowledging', async () => {
    const { pubsub, requests } = await start([])
    expect(await runCheckType('pubsub', { pubsub })).toMatchObject({ pass: true, message: '0 messages' })
    expect(requests.map(({ path }) => path)).toEqual(['/token', '/v1/projects/shop/subscriptions/orders:pull'])
  })
})

test('other queues are rejected with the way to check them', async () => {
  expect((await listSpecErrors('pubsub', { kafka: { brokers: ['a:9092'], topic: 'b' } })).slice(0, 1)).toEqual([
    'kafka: cannot work here: run kcat in an exec check',
  ])
  expect(await listSpecErrors('pubsub', { pubsub: {} })).toContain('pubsub.subscription: required')
  expect(await listSpecErrors('pubsub', {})).toEqual(['sqs: set one of sqs and pubsub'])
})
