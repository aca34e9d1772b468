import { afterEach, expect, test } from 'vitest'
import { notificationAddress } from '#shared/connections/notification-address.ts'
import { startMailServer } from '#relay/testing/mail-server.ts'
import { startHttp, type TestServer } from '#relay/testing/servers.ts'
import { sendMessage, type SendContext } from '#relay/backend/clients/senders/send-message.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { findSender, senders } from './senders.ts'

interface Got {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
}
type TestResponse = readonly [code: number, body?: object, headers?: Readonly<Record<string, string>>]

const servers: TestServer[] = []
afterEach(async () => void (await Promise.all(servers.splice(0).map((server) => server.close()))))

const startService = async (respondTo: (got: Got) => TestResponse = () => [200, { ok: true }]) => {
  const got: Got[] = []
  const server = await startHttp((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded'
      const one = {
        method: request.method ?? '',
        path: request.url ?? '',
        authorization: request.headers.authorization,
        headers: request.headers,
        body: text === '' ? undefined : isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text),
      }
      got.push(one)
      const [code, body = {}, headers = {}] = respondTo(one)
      response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    })
  })
  servers.push(server)
  return { got, host: `127.0.0.1:${server.port}`, base: `http://127.0.0.1:${server.port}` }
}

const makeContext = (more: Partial<SendContext> = {}): SendContext => ({
  resolveConnection: async (reference) => {
    throw new Error(`The connection ${reference} does not exist.`)
  },
  mask: new Mask(),
  signal: AbortSignal.timeout(5_000),
  idempotencyKey: 'k1',
  ...more,
})
const testMessage = {
  title: 'front <fails>',
  message: 'Code **500** & more',
  link: 'https://ops.test/health?checkId=c1',
  health: 'unhealthy',
} as const
const bareConnection = { username: '', password: '', insecureTls: false, properties: {}, secrets: [] }
/** As shown by services that do not render Markdown. */
const plainText = 'Code 500 & more'
const taken = { error: null, isFinal: true }
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

test.each([
  [
    'slack',
    (base: string) => `slack://xoxb-1-2@C042?apiBase=${base}`,
    { path: '/api/chat.postMessage', authorization: 'Bearer xoxb-1-2' },
    {
      channel: 'C042',
      text: '*front &lt;fails&gt;*',
      attachments: [
        {
          color: '#cd4246',
          blocks: [
            { type: 'section', text: { type: 'mrkdwn', text: 'Code *500* &amp; more' } },
            {
              type: 'actions',
              elements: [{ type: 'button', text: { type: 'plain_text', text: 'Open' }, url: testMessage.link }],
            },
          ],
        },
      ],
    },
  ],
  [
    'slack webhook',
    (base: string) => `slack://hook:A1-B2-C3@webhook?apiBase=${base}`,
    { path: '/services/A1/B2/C3' },
    expect.objectContaining({ text: '*front &lt;fails&gt;*' }),
  ],
  [
    'teams',
    (base: string) =>
      `${notificationAddress.teams({ group: 'g', tenant: 't', altID: 'a', groupOwner: 'o', host: 'x.webhook.office.com' })}&apiBase=${base}`,
    { path: '/webhookb2/g@t/IncomingWebhook/a/o' },
    expect.objectContaining({
      '@type': 'MessageCard',
      title: testMessage.title,
      text: testMessage.message,
      themeColor: 'CD4246',
    }),
  ],
  [
    'discord',
    (base: string) => `discord://tok@42?apiBase=${base}`,
    { path: '/api/webhooks/42/tok?wait=true' },
    {
      allowed_mentions: { parse: [] },
      embeds: [{ title: testMessage.title, description: testMessage.message, color: 0xcd4246, url: testMessage.link }],
    },
  ],
  [
    'telegram',
    (base: string) => `telegram://1:abc@telegram/?Chats=7&apiBase=${base}`,
    { path: '/bot1:abc/sendMessage' },
    expect.objectContaining({
      chat_id: '7',
      parse_mode: 'HTML',
      text: '<b>front &lt;fails&gt;</b>\nCode <strong>500</strong> &amp; more',
    }),
  ],
  [
    'mattermost',
    (_: string, host: string) => `mattermost://deck@${host}/tok/ops?DisableTLS=true`,
    { path: '/hooks/tok' },
    { text: `**${testMessage.title}**\n${testMessage.message}\n${testMessage.link}`, channel: 'ops', username: 'deck' },
  ],
  [
    'rocketchat',
    (_: string, host: string) => `rocketchat://deck@${host}/a/b/ops?DisableTLS=true`,
    { path: '/hooks/a/b' },
    { text: `*${testMessage.title}*\n${testMessage.message}\n${testMessage.link}`, channel: '#ops', alias: 'deck' },
  ],
  [
    'google_chat',
    (base: string) => `googlechat://chat.googleapis.com/v1/spaces/S/messages?key=K&token=T&apiBase=${base}`,
    { path: '/v1/spaces/S/messages?key=K&token=T&requestId=k1' },
    { text: `*${testMessage.title}*\nCode *500* & more\n${testMessage.link}` },
  ],
  [
    'ntfy',
    (_: string, host: string) => `ntfy://me:pw@${host}/alerts?Scheme=http`,
    { path: '/', authorization: basic('me:pw') },
    {
      topic: 'alerts',
      title: testMessage.title,
      message: plainText,
      priority: 5,
      tags: ['rotating_light'],
      click: testMessage.link,
    },
  ],
  [
    'pushover',
    (base: string) => `pushover://:tok@user/?apiBase=${base}`,
    { path: '/1/messages.json' },
    {
      token: 'tok',
      user: 'user',
      title: testMessage.title,
      message: plainText,
      priority: '1',
      url: testMessage.link,
      url_title: 'Open',
    },
  ],
  [
    'pushbullet',
    (base: string) => `pushbullet://o.Tok/ada@example.test?apiBase=${base}`,
    { path: '/v2/pushes' },
    {
      type: 'link',
      title: testMessage.title,
      body: plainText,
      url: testMessage.link,
      email: 'ada@example.test',
      guid: 'k1-ada@example.test',
    },
  ],
  [
    'opsgenie',
    (base: string) => `opsgenie://api.opsgenie.com:443/KEY?apiBase=${base}`,
    { path: '/v2/alerts', authorization: 'GenieKey KEY' },
    {
      message: testMessage.title,
      alias: 'k1',
      description: plainText,
      source: 'Quarterdeck',
      priority: 'P1',
      details: { link: testMessage.link },
    },
  ],
  [
    'ifttt',
    (base: string) => `ifttt://hookid?events=page&apiBase=${base}`,
    { path: '/trigger/page/with/key/hookid' },
    { value1: testMessage.title, value2: `${plainText}\n${testMessage.link}`, value3: testMessage.link },
  ],
  [
    'zulip',
    (base: string) => `zulip://bot@x.test:key@zulip.test/?stream=ops&apiBase=${base}`,
    { path: '/api/v1/messages', authorization: basic('bot@x.test:key') },
    {
      type: 'stream',
      to: 'ops',
      topic: testMessage.title,
      content: `**${testMessage.title}**\n${testMessage.message}\n${testMessage.link}`,
    },
  ],
  [
    'gotify',
    (_base: string, host: string) => `gotify://${host}/sub/A.token/?DisableTLS=Yes&priority=1`,
    { path: '/sub/message' },
    expect.objectContaining({ title: testMessage.title, message: testMessage.message, priority: 1 }),
  ],
  [
    'bark',
    (_base: string, host: string) => `bark://:devicekey@${host}/?scheme=http&sound=alarm`,
    { path: '/push' },
    expect.objectContaining({ device_key: 'devicekey', body: plainText, level: 'timeSensitive', sound: 'alarm' }),
  ],
  [
    'webhook',
    (base: string) => `generic+${base}/in?room=1&ContentType=application/json&MessageKey=text&TitleKey=head`,
    { path: '/in?room=1' },
    { head: testMessage.title, text: plainText, properties: {}, link: testMessage.link },
  ],
])('%s gets a message in its format, with the key of the message', async (_name, address, request, body) => {
  const service = await startService()
  expect(await sendMessage({ url: address(service.base, service.host) }, testMessage, makeContext())).toEqual(taken)
  expect(service.got).toEqual([
    expect.objectContaining({
      method: 'POST',
      ...request,
      body,
      headers: expect.objectContaining({ 'idempotency-key': 'k1' }),
    }),
  ])
})

test('a generic address sets method, headers and fields of the body in its query', async () => {
  const service = await startService()
  const query = 'room=1&method=put&@X-Token=t+1&@acceptLanguage=de&$team=ops&template=json&DisableTLS=yes'
  const properties = { 'slack.channel': 'ops', 'generic.priority': 'high', priority: 'low' }
  expect(
    await sendMessage({ url: `generic://${service.host}/in?${query}` }, { ...testMessage, properties }, makeContext()),
  ).toEqual(taken)
  expect(service.got).toEqual([
    expect.objectContaining({
      method: 'PUT',
      path: '/in?room=1',
      headers: expect.objectContaining({ 'x-token': 't 1', 'accept-language': 'de' }),
      body: {
        team: 'ops',
        title: testMessage.title,
        message: plainText,
        properties: { priority: 'low' },
        link: testMessage.link,
      },
    }),
  ])
})

test('a plain address keeps its whole query', async () => {
  const service = await startService()
  await sendMessage({ url: `${service.base}/in?method=put&@a=1&$b=2&template=x` }, testMessage, makeContext())
  expect(service.got).toMatchObject([{ method: 'POST', path: '/in?method=put&@a=1&$b=2&template=x' }])
})

test('signs in to Matrix and uses the message key as its transaction', async () => {
  const service = await startService(({ path }) => {
    if (path.endsWith('/login')) return [200, { access_token: 'at' }]
    return path.includes('/join/') ? [200, { room_id: '!r:x' }] : [200, { event_id: '$1' }]
  })
  const url = `matrix://deck:pw@${service.host}/?rooms=%23ops:x&DisableTLS=true`
  expect(await sendMessage({ url }, testMessage, makeContext())).toEqual(taken)
  expect(service.got.map(({ method, path, authorization }) => [method, path, authorization])).toEqual([
    ['POST', '/_matrix/client/v3/login', undefined],
    ['POST', '/_matrix/client/v3/join/%23ops%3Ax', 'Bearer at'],
    ['PUT', '/_matrix/client/v3/rooms/!r%3Ax/send/m.room.message/k1', 'Bearer at'],
  ])
  expect(service.got[2]?.body).toMatchObject({ msgtype: 'm.text', body: expect.stringContaining(testMessage.title) })
})

const chats = [
  ['mattermost', (host: string) => `mattermost://deck@${host}/tok?DisableTLS=yes`],
  ['rocketchat', (host: string) => `rocketchat://deck@${host}/a/b?DisableTLS=1`],
  ['googlechat', (host: string) => `googlechat://${host}/v1/spaces/S/messages?key=K&DisableTLS=Yes`],
  ['teams', (host: string) => `teams://g@t/a/o?host=${host}&disabletls=on`],
  ['zulip', (host: string) => `zulip://bot:key@${host}/?DisableTLS=TRUE`],
  ['telegram', (host: string) => `telegram://1:abc@telegram/?chats=7&apiBase=http://${host}`],
  ['matrix', (host: string) => `matrix://:token@${host}/?rooms=!r:x&disableTLS=yes`],
] as const

test.each(chats)('%s: values of a message notify no one, mentions of its template do', async (_, address) => {
  const service = await startService()
  const message = {
    title: 'backup @channel @All',
    message: 'cc @oncall: @here <!channel> <users/all> @**all** @room',
    mentions: { names: ['@oncall'], hasOpenMention: false },
  }
  expect(await sendMessage({ url: address(service.host) }, message, makeContext())).toEqual(taken)
  const text = JSON.stringify(service.got.at(-1)?.body)
  expect(text).toContain('@oncall')
  expect(text).toContain('channel')
  expect(text).not.toMatch(/@(?:all|channel|here|room|\*\*all)|(?:<|&lt;)(?:!channel|users)/i)
})

test('Discord and Slack notify only whom the template mentions', async () => {
  const service = await startService()
  const message = {
    title: 'backup @everyone <!here>',
    message: '<@&42> <!channel>',
    mentions: { names: ['<@&42>', '<!channel>'], hasOpenMention: false },
  }
  await sendMessage({ url: `discord://tok@42?apiBase=${service.base}` }, message, makeContext())
  await sendMessage({ url: `slack://hook:A-B-C@webhook?apiBase=${service.base}` }, message, makeContext())
  expect(service.got.map(({ body }) => body)).toMatchObject([
    { content: '<@&42>', allowed_mentions: { parse: ['everyone', 'roles', 'users'] } },
    {
      text: '*backup @everyone &lt;!here&gt;*',
      attachments: [{ blocks: [{ text: { text: '&lt;@&amp;42&gt; <!channel>' } }] }],
    },
  ])
})

test.each(['generic', 'mattermost', 'rocketchat', 'matrix', 'ntfy', 'opsgenie', 'zulip', 'googlechat'])(
  '%s is sent without TLS by a property of a rule, not of a message through a connection',
  async (scheme) => {
    const service = await startService(() => [200, { ok: true, joined_rooms: ['!r:x'], room_id: '!r:x' }])
    const url = `${scheme}://${scheme === 'matrix' ? ':token' : 'bot:key'}@${service.host}/a/b/c`
    const message = { ...testMessage, properties: { disabletls: 'YES' } }
    expect(await sendMessage({ url }, message, makeContext())).toEqual(taken)
    const sent = service.got.length
    expect(sent).toBeGreaterThan(0)
    const resolveConnection = async () => ({ ...bareConnection, url })
    expect(await sendMessage({ connection: 'c' }, message, makeContext({ resolveConnection }))).toMatchObject({
      error: expect.stringContaining('TLS'),
    })
    expect(service.got).toHaveLength(sent)
  },
)

test('fills the address of a connection with its credentials, encoded', async () => {
  const service = await startService()
  const resolveConnection = async () => ({
    ...bareConnection,
    url: `generic+http://${service.host}/$(username)/$(unknown)?key=$(password)`,
    username: 'a/b',
    password: 'p&w',
  })
  expect(await sendMessage({ connection: 'c' }, testMessage, makeContext({ resolveConnection }))).toEqual(taken)
  expect(service.got[0]?.path).toBe('/a%2Fb/$(unknown)?key=p%26w')
})

test.each([
  [{ username: 'me', password: 'pw' }, basic('me:pw')],
  [{ properties: { bearer: 't0ken' } }, 'Bearer t0ken'],
  [{ properties: { 'header:Authorization': 'ApiKey k' } }, 'ApiKey k'],
  [{ url: 'login' }, basic('u:p/w')],
])('a webhook signs in by its connection: %j', async (login, authorization) => {
  const service = await startService()
  const url = 'url' in login ? `http://u:p%2Fw@${service.host}/in` : `${service.base}/in`
  const properties = { ...('properties' in login && login.properties), 'header:X-Team': 'ops' }
  const resolveConnection = async () => ({ ...bareConnection, ...login, url, properties })
  expect(await sendMessage({ connection: 'c' }, testMessage, makeContext({ resolveConnection }))).toEqual(taken)
  expect(service.got).toEqual([
    expect.objectContaining({ authorization, headers: expect.objectContaining({ 'x-team': 'ops' }) }),
  ])
})

test('the login of a connection is not sent to another address', async () => {
  const service = await startService()
  const properties = { bearer: 't0ken', 'header:X-Team': 'ops' }
  const resolveConnection = async () => ({ ...bareConnection, username: 'me', url: 'http://127.0.0.1:1', properties })
  const target = { url: `${service.base}/in`, connection: 'c' }
  expect(await sendMessage(target, testMessage, makeContext({ resolveConnection }))).toEqual(taken)
  expect(service.got).toMatchObject([{ authorization: undefined }])
  expect(service.got[0]?.headers).not.toHaveProperty('x-team')
})

test('a setting for one service wins over one for all, and names of other services are left out', async () => {
  const service = await startService()
  const properties = { 'mattermost.channel': 'ops', channel: 'all', 'slack.channel': 'C1' }
  const url = `mattermost://${service.host}/tok?disabletls=yes`
  await sendMessage({ url }, { ...testMessage, properties }, makeContext())
  expect(service.got[0]?.body).toMatchObject({ channel: 'ops' })
})

test('every service has a name and schemes of its own, and an https address finds its service', () => {
  const schemes = senders.flatMap((sender) => sender.schemes)
  expect(new Set(schemes).size).toBe(schemes.length)
  expect(findSender(new URL('https://hooks.slack.com/services/A/B/C'))?.name).toBe('Slack')
  expect(findSender(new URL('https://t.webhook.office.com/webhookb2/x'))?.name).toBe('Teams')
  expect(findSender(new URL('https://hooks.slack.com.evil.test/'))?.name).toBe('Webhook')
  expect(findSender(new URL('gopher://x'))).toBeUndefined()
})

test.each([
  [[429, {}, { 'retry-after': '7' }], { isFinal: false, retryAfterMs: 7_000 }],
  [[429, { parameters: { retry_after: 3 } }], { isFinal: false, retryAfterMs: 3_000 }],
  [[503], { isFinal: false }],
  [[404, { description: 'chat not found' }], { isFinal: true, error: expect.stringContaining('404: chat not found') }],
  [
    [302, {}, { location: 'https://example.test/new' }],
    { isFinal: true, error: expect.stringContaining('Redirect to https://example.test/new') },
  ],
] satisfies readonly (readonly [TestResponse, object])[])(
  'reports a response of %j as it is',
  async (response, outcome) => {
    const service = await startService(() => response)
    expect(await sendMessage({ url: service.base }, testMessage, makeContext())).toMatchObject(outcome)
  },
)

test('rejects a redirect to a private address unless allowed, and drops credentials', async () => {
  const inside = await startService()
  const outside = await startService(() => [307, {}, { location: `${inside.base}/secret` }])
  const url = `ntfy://me:pw@${outside.host}/alerts?Scheme=http`
  expect(await sendMessage({ url }, testMessage, makeContext())).toEqual({
    error: `Redirect to the private address ${inside.base}/secret was not followed. Use that address instead.`,
    isFinal: true,
  })
  expect(inside.got).toEqual([])
  expect(await sendMessage({ url }, testMessage, makeContext({ allowsPrivateRedirects: async () => true }))).toEqual(
    taken,
  )
  expect(inside.got.map(({ path, authorization }) => [path, authorization])).toEqual([['/secret', undefined]])
})

test('reports timeouts, unreachable and link-local services without exposing a secret', async () => {
  const hanging = await startHttp(() => undefined)
  servers.push(hanging)
  const url = `http://127.0.0.1:${hanging.port}/`
  await expect(sendMessage({ url }, testMessage, makeContext({ signal: AbortSignal.timeout(200) }))).rejects.toThrow(
    'timeout',
  )
  expect(await sendMessage({ url: 'http://169.254.169.254/latest' }, testMessage, makeContext())).toMatchObject({
    error: expect.stringContaining('link-local'),
    isFinal: true,
  })
  const refusing = await startService(() => [401, { error: 'key K3Y-secret is unknown' }])
  const mask = new Mask()
  const outcome = await sendMessage(
    { url: `opsgenie://h:443/x?apiBase=${refusing.base}` },
    testMessage,
    makeContext({ mask }),
  )
  expect(outcome).toMatchObject({ isFinal: true, error: expect.stringContaining('401') })
})

test("a message chooses its channel, never the machine that receives a connection's secrets", async () => {
  const [service, evil] = [await startService(), await startService()]
  const resolveConnection = async () => ({
    url: 'slack://$(password)@C042',
    username: '',
    password: 'xoxb-secret',
    insecureTls: false,
    properties: { BotName: 'Deck', apiBase: service.base },
    secrets: ['xoxb-secret'],
  })
  const properties = {
    'slack.channel': 'C7',
    'header:X-Team': 'evil',
    apiBase: evil.base,
    host: evil.host,
    'ntfy.channel': 'C9',
  }
  expect(
    await sendMessage({ connection: 'c' }, { ...testMessage, properties }, makeContext({ resolveConnection })),
  ).toEqual(taken)
  expect(evil.got).toEqual([])
  expect(service.got[0]).toMatchObject({
    authorization: 'Bearer xoxb-secret',
    body: { channel: 'C7', username: 'Deck' },
  })
})

test.each([
  [
    'icon=boom&color=%23123456&thread_ts=17.2&title=Shop',
    { icon_emoji: ':boom:', thread_ts: '17.2', text: 'Shop\n*front &lt;fails&gt;*' },
    '#123456',
  ],
  ['icon=https://a.test/a.png&color=good', { icon_url: 'https://a.test/a.png' }, 'good'],
  ['color=octarine', { text: '*front &lt;fails&gt;*' }, '#cd4246'],
])('slack posts as its connection says: %s', async (settings, fields, color) => {
  const service = await startService()
  const url = `slack://xoxb-1-2@C042?apiBase=${service.base}&${settings}`
  expect(await sendMessage({ url }, testMessage, makeContext())).toEqual(taken)
  expect(service.got[0]?.body).toMatchObject({ ...fields, attachments: [{ color }] })
})

test('a mail has the headers of its connection, and none of its message', async () => {
  const mails = await startMailServer()
  const resolveConnection = async () => ({
    url: `${mails.url}/?from=a@a.test&to=b@b.test&Encryption=None`,
    username: '',
    password: '',
    insecureTls: false,
    properties: { 'header:X-Team': 'ops' },
    secrets: [],
  })
  const properties = { 'header:X-Team': 'other', 'header:X-More': 'other' }
  expect(
    await sendMessage({ connection: 'c' }, { ...testMessage, properties }, makeContext({ resolveConnection })),
  ).toEqual(taken)
  mails.stop()
  expect(mails.received).toContain('X-Team: ops')
  expect(mails.received.join('')).not.toContain('other')
})
