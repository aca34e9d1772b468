import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { messageTypes } from '#shared/connections/connection-test.ts'
import { startHttp, startTcp } from '#relay/testing/servers.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { createConnectionClient, openPort } from '#tests/fixtures/connection-client.ts'

let backend: TestBackend
const roles = ['admin']
beforeAll(async () => {
  backend = await startTestBackend({ roles })
})
afterAll(() => backend.close())

afterEach(() => {
  roles.splice(0, roles.length, 'admin')
})

const { get, post, store, findLastTest } = createConnectionClient(() => backend)
const sent = async (id: string, body: object = {}) => {
  const { statusCode, json } = await post(`/api/connection/${id}/test-message`, body)
  const last = await findLastTest(id)
  return { status: statusCode, said: json() as unknown, steps: last?.steps.map(({ name, ok }) => [name, ok]), last }
}

/** Accepts and records every request. */
const startService = async () => {
  const got: { readonly path: string; readonly body: string }[] = []
  const port = await openPort(
    startHttp((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        got.push({ path: request.url ?? '', body })
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end('{"ok":true,"access_token":"t","room_id":"!r","joined_rooms":["!r"]}')
      })
    }),
  )
  return { got, host: `127.0.0.1:${port}`, base: encodeURIComponent(`http://127.0.0.1:${port}`) }
}

const password = 'a-s3cret-token'
type Where = Readonly<Record<'host' | 'base', string>>
const kinds: readonly (readonly [type: string, url: (to: Where) => string, destination: object | null])[] = [
  ['slack', ({ base }) => `slack://$(password)@C042?apiBase=${base}`, { label: 'Channel', value: 'C042' }],
  ['teams', ({ base }) => `teams://g@tenant/alt/owner?host=outlook.office.com&apiBase=${base}`, null],
  ['discord', ({ base }) => `discord://$(password)@hook?apiBase=${base}`, null],
  [
    'telegram',
    ({ base }) => `telegram://$(password)@telegram/?Chats=@ops&apiBase=${base}`,
    { label: 'Chats', value: '@ops' },
  ],
  [
    'mattermost',
    ({ host }) => `mattermost://${host}/$(password)/ops?DisableTLS=true`,
    { label: 'Channel', value: 'ops' },
  ],
  ['matrix', ({ host }) => `matrix://:$(password)@${host}/?DisableTLS=true`, { label: 'Rooms', value: '' }],
  [
    'rocketchat',
    ({ host }) => `rocketchat://${host}/a/$(password)/ops?DisableTLS=true`,
    { label: 'Channel', value: 'ops' },
  ],
  [
    'google_chat',
    ({ base }) => `googlechat://chat.googleapis.com/v1/spaces/S1/messages?key=k&token=$(password)&apiBase=${base}`,
    { label: 'Space', value: 'S1' },
  ],
  ['ntfy', ({ host }) => `ntfy://:$(password)@${host}/ops?Scheme=http`, { label: 'Topic', value: 'ops' }],
  ['pushover', ({ base }) => `pushover://:$(password)@user/?apiBase=${base}`, { label: 'Devices', value: '' }],
  ['pushbullet', ({ base }) => `pushbullet://$(password)/phone?apiBase=${base}`, { label: 'Targets', value: 'phone' }],
  ['opsgenie', ({ base }) => `opsgenie://api.opsgenie.com/$(password)?apiBase=${base}`, { label: 'Alert' }],
  ['ifttt', ({ base }) => `ifttt://hook?apiBase=${base}`, { label: 'Events', value: 'quarterdeck' }],
  [
    'zulip_chat',
    ({ base }) => `zulip://bot:$(password)@zulip.test/?apiBase=${base}`,
    { label: 'Stream', value: 'general' },
  ],
  ['generic_webhook', ({ host }) => `generic+http://${host}/hook?token=$(password)`, null],
]

test('tests every message type by sending a message', () => {
  expect([...kinds.map(([type]) => type), 'email'].toSorted()).toEqual([...messageTypes].toSorted())
})

test.each(kinds)(
  '%s: shows the destination, sends one message, and exposes no secret',
  async (type, url, recipient) => {
    const service = await startService()
    const id = await store(type, { url: url(service), password })
    const destination = await get(`/api/connection/${id}/test-message`)
    expect(destination.json()).toMatchObject({ server: service.host, recipient })
    expect(service.got).toEqual([])
    const { status, steps, last } = await sent(id)
    expect({ status, steps }).toEqual({
      status: 200,
      steps: [
        ['Read', true],
        ['Connected', true],
        ['Sent', true],
      ],
    })
    const messages = service.got.filter(({ body }) => /Quarterdeck(\+| )connection(\+| )test/.test(body))
    expect(messages).toHaveLength(1)
    expect(decodeURIComponent(messages[0]?.body ?? '').replaceAll('+', ' ')).toMatch(
      /requested this test of connection connection-\d+ at \d{4}-\d\d-\d\d/,
    )
    expect(destination.body + JSON.stringify(last)).not.toContain(password)
  },
)

test('sends a message to the chosen channel, and lets the user choose nothing else of the connection', async () => {
  const service = await startService()
  const id = await store('slack', { url: `slack://$(password)@C042?apiBase=${service.base}`, password })
  expect(await sent(id, { recipient: 'C777' })).toMatchObject({
    status: 200,
    last: { steps: expect.arrayContaining([expect.objectContaining({ said: 'Slack accepted the message for C777' })]) },
  })
  expect(service.got.map(({ body }) => JSON.parse(body).channel)).toEqual(['C777'])
  expect((await sent(id, { recipient: 'C'.repeat(501) })).status).toBe(400)
  expect((await sent(id, { recipient: { host: 'x' } })).status).toBe(400)
  expect(service.got).toHaveLength(1)
})

test('sends mail to the chosen address, and requires one', async () => {
  let received = ''
  const port = await openPort(
    startTcp((socket) => {
      socket.write('220 mail.test\r\n')
      let isData = false
      socket.on('data', (data: Buffer) => {
        const text = data.toString()
        received += text
        if (isData && !received.endsWith('\r\n.\r\n')) return
        if (isData) isData = false
        else if (/^DATA/m.test(text)) {
          isData = true
          socket.write('354 go on\r\n')
          return
        }
        socket.write('250 ok\r\n')
      })
    }),
  )
  const id = await store('email', { url: `smtp://127.0.0.1:${port}/?Encryption=None&Auth=None&from=console@test` })
  expect((await get(`/api/connection/${id}/test-message`)).json()).toEqual({
    service: 'Email',
    server: `127.0.0.1:${port}`,
    recipient: { label: 'Email addresses', value: '', isChosen: true, whenEmpty: null },
  })
  expect(await sent(id)).toMatchObject({
    status: 400,
    said: { error: 'The mail address has no recipient. Add ?to=….' },
  })
  expect(received).toBe('')
  expect((await sent(id, { recipient: 'mara@example.test' })).status).toBe(200)
  expect(received).toContain('RCPT TO:<mara@example.test>')
  expect(received).toContain('Subject: Quarterdeck connection test')
})

test('a rejection, and a redirect to a private address, fail their step', async () => {
  const refusing = await openPort(startHttp((_request, response) => response.writeHead(404).end('{"message":"gone"}')))
  expect(await sent(await store('generic_webhook', { url: `generic+http://127.0.0.1:${refusing}/x` }))).toMatchObject({
    status: 400,
    said: { error: `http://127.0.0.1:${refusing} responded with 404: gone.` },
    steps: [
      ['Read', true],
      ['Connected', true],
      ['Sent', false],
    ],
  })
  const inner = await startService()
  const outer = await openPort(
    startHttp((_request, response) => response.writeHead(307, { location: `http://${inner.host}/inner` }).end()),
  )
  const redirected = await sent(await store('generic_webhook', { url: `generic+http://127.0.0.1:${outer}/x` }))
  expect(redirected).toMatchObject({
    status: 400,
    said: {
      error: `Redirect to the private address http://${inner.host}/inner was not followed. Use that address instead.`,
    },
  })
  expect(inner.got).toEqual([])
})

test('the test without side effects sends no message, and neither does any other type', async () => {
  const service = await startService()
  const slack = await store('slack', { url: `slack://$(password)@C042?apiBase=${service.base}`, password })
  expect((await post(`/api/connection/test/${slack}`, {})).json()).toEqual({
    error: 'Testing a connection of type Slack sends a real message. Use the message test.',
  })
  const http = await store('http', { url: `http://${service.host}` })
  expect((await post(`/api/connection/${http}/test-message`, {})).statusCode).toBe(501)
  expect((await get(`/api/connection/${http}/test-message`)).statusCode).toBe(501)
  expect(service.got).toEqual([])
})

test.each(['guest', 'viewer', 'responder', 'commander', 'editor'])(
  'a %s sends nothing and gets no information',
  async (role) => {
    const service = await startService()
    const id = await store('slack', { url: `slack://$(password)@C042?apiBase=${service.base}`, password })
    roles.splice(0, roles.length, role)
    expect((await get(`/api/connection/${id}/test-message`)).statusCode).toBe(403)
    expect((await post(`/api/connection/${id}/test-message`, {})).statusCode).toBe(403)
    expect(service.got).toEqual([])
  },
)
