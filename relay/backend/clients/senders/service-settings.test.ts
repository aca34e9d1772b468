import { expect, test } from 'vitest'
import type { Message, SenderRequest } from './sender.ts'
import { findSender } from './senders.ts'

const request = async (
  url: string,
  properties: Readonly<Record<string, string>>,
  message: Partial<Message> = {},
): Promise<SenderRequest> => {
  const address = new URL(url)
  const requests: SenderRequest[] = []
  await findSender(address)?.send({
    address,
    message: { title: 'shop fails', message: 'Code **500**', health: 'unhealthy', ...message },
    setting: (name) => properties[name] ?? address.searchParams.get(name) ?? undefined,
    headers: {},
    authorize: async () => ({}),
    baseUrl: (usual) => usual,
    key: 'k1',
    insecureTls: false,
    signal: AbortSignal.timeout(5_000),
    ask: async (sent) => {
      requests.push(sent)
      return { json: { ok: true } }
    },
  })
  const [sent] = requests
  if (sent === undefined) throw new Error('nothing was sent')
  return sent
}

const ntfy = 'ntfy://ntfy.test/topic'
const gotify = 'gotify://gotify.test/tok'
const pushover = 'pushover://:tok@user/'
const opsgenie = 'opsgenie://api.opsgenie.com/key'
const mattermost = 'mattermost://chat.test/tok'
const discord = 'discord://tok@42'
const teams = 'teams://g@t/a/o'
const telegram = 'telegram://1:abc@telegram/?chats=7'

test.each([
  [ntfy, { priority: 'high' }, { priority: 4 }],
  [ntfy, { priority: '1' }, { priority: 1 }],
  [ntfy, { priority: '0' }, { priority: 5 }],
  [ntfy, { tags: 'skull, shop', click: 'https://a.test/' }, { tags: ['skull', 'shop'], click: 'https://a.test/' }],
  [ntfy, { icon: 'https://a.test/i.png', delay: '30m' }, { icon: 'https://a.test/i.png', delay: '30m' }],
  [ntfy, { markdown: 'yes' }, { markdown: true, message: 'Code **500**' }],
  [gotify, { priority: '0' }, { priority: 0 }],
  [gotify, { priority: 'high' }, { priority: 8 }],
  [
    opsgenie,
    { tags: 'web,db', responders: 'team:ops,user:a@b.test,web', entity: 'shop', priority: 'P2' },
    {
      tags: ['web', 'db'],
      responders: [
        { type: 'team', name: 'ops' },
        { type: 'user', username: 'a@b.test' },
        { type: 'team', name: 'web' },
      ],
      entity: 'shop',
      priority: 'P2',
    },
  ],
  [opsgenie, { priority: 'high' }, { priority: 'P1' }],
  [mattermost, { icon: ':fire:' }, { icon_emoji: 'fire' }],
  [mattermost, { icon: 'https://a.test/i.png' }, { icon_url: 'https://a.test/i.png' }],
  [discord, { avatar: 'https://a.test/i.png', color: '#0000ff' }, { avatar_url: 'https://a.test/i.png' }],
  [teams, { color: '#0000ff' }, { themeColor: '0000FF' }],
  [teams, { color: 'blue' }, { themeColor: 'CD4246' }],
  [telegram, { preview: 'yes' }, { link_preview_options: { is_disabled: false } }],
] as const)('%s with %j', async (url, properties, expected) => {
  expect((await request(url, properties)).json).toMatchObject(expected)
})

test('Discord writes into the thread of a webhook, also of its own address', async () => {
  expect((await request(discord, { thread_id: '7' })).url).toBe(
    'https://discord.com/api/webhooks/42/tok?wait=true&thread_id=7',
  )
  const own = await request('https://discord.com/api/webhooks/42/tok', { thread_id: '7', username: 'u'.repeat(90) })
  expect(own).toMatchObject({ url: 'https://discord.com/api/webhooks/42/tok?thread_id=7' })
  expect(Reflect.get(own.json ?? {}, 'username')).toHaveLength(80)
})

test.each([
  [{ priority: '2' }, { priority: '2', retry: '60', expire: '3600' }],
  [
    { priority: '2', retry: '5', expire: '90' },
    { priority: '2', retry: '60', expire: '90' },
  ],
  [
    { priority: 'high', sound: 'siren' },
    { priority: '1', sound: 'siren' },
  ],
])('Pushover accepts %j', async (properties, expected) => {
  expect((await request(pushover, properties)).form).toMatchObject(expected)
})

test('a link that a service would reject is left out, never cut', async () => {
  const link = `https://ops.test/${'a'.repeat(3_000)}`
  expect((await request(pushover, {}, { link })).form).not.toHaveProperty('url')
  expect(JSON.stringify((await request('slack://xoxb-1-2@C042', {}, { link })).json)).not.toContain(link.slice(0, 500))
})

test.each([
  [gotify, 65_535],
  ['pushbullet://tok', 4_500],
  ['ifttt://id', 9_000],
  [opsgenie, 16_000],
])('a very long message to %s is cut', async (url, most) => {
  const { json } = await request(url, {}, { message: '火 🔥 & '.repeat(20_000) })
  expect(JSON.stringify(json).length).toBeLessThanOrEqual(most)
  expect(JSON.stringify(json)).toContain('…')
  expect(JSON.stringify(json)).not.toMatch(/\\ud[89a-f]/)
})

test('a message in a query stays within the length of an address', async () => {
  const { url } = await request(
    'generic://hook.test/a',
    { requestmethod: 'GET' },
    { title: '火'.repeat(500), message: '火 🔥 & '.repeat(5_000) },
  )
  expect(url.length).toBeLessThan(8_000)
  expect(new URL(url).searchParams.get('message')).toMatch(/^火 🔥 & .*…$/)
})

test.each([mattermost, 'rocketchat://chat.test/a/b', telegram, 'zulip://bot:key@z.test/', teams])(
  'an escaped @ in a value notifies no one at %s',
  async (url) => {
    const { json, form } = await request(url, {}, { title: 'a &#64;all', message: '&commat;here &#x40;channel' })
    const text = JSON.stringify(json ?? form)
    expect(text).not.toMatch(/@(?:all|here|channel)|&(?:amp;)?(?:#64|#x40|commat);/)
  },
)

test('a text of spaces is no section, which Slack would reject', async () => {
  expect(JSON.stringify((await request('slack://xoxb-1-2@C042', {}, { message: ' \n ' })).json)).not.toContain(
    'section',
  )
})
