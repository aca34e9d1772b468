import { expect, test } from 'vitest'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { scrapingTests } from '#tests/fixtures/scraping.ts'
import { standIns, type ReceivedRequest, type StandInResponse } from '#tests/fixtures/stand-in.ts'

const { scrapers, start } = scrapingTests()
const services = standIns()

const token = 'xoxb-token-of-the-app'
type Respond = (method: string, form: URLSearchParams, request: ReceivedRequest) => StandInResponse | object | undefined

const scraping = async (respond: Respond, more = '', top = '') => {
  const slack = await services.start((request) => {
    const response = respond(request.path.replace('/api/', ''), new URLSearchParams(request.body), request)
    return response === undefined || 'body' in response ? response : { body: { ok: true, ...response } }
  })
  const source = `url: '${slack.url}', token: { value: ${token} }${more}`
  await start({ 'slack.yaml': scraperDocument('slack', `${top}  slack: [{ ${source} }]\n`) })
  return { ...slack, run: await scrapers.run('slack') }
}

const channel = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  is_member: true,
  created: 1_760_000_000,
  purpose: { value: `About ${name}` },
  num_members: 5,
  ...more,
})
const now = Math.floor(Date.now() / 1_000)
const message = (at: number, text: string, more: object = {}) => ({
  type: 'message',
  ts: `${now - at}.000100`,
  text,
  ...more,
})
const errorResponse = (error: string, more: object = {}): StandInResponse => ({ body: { ok: false, error, ...more } })

const ops = channel('C1', 'ops')
const workspace =
  (messages: readonly object[], channels: readonly object[] = [ops], other: Respond = () => undefined): Respond =>
  (method, form, request) => {
    if (request.headers.authorization !== `Bearer ${token}`) return errorResponse('invalid_auth')
    const otherwise = other(method, form, request)
    if (otherwise !== undefined) return otherwise
    if (method === 'auth.test') return { team: 'Acme', team_id: 'T1', url: 'https://acme.slack.test/' }
    if (method === 'conversations.list') return { channels: form.get('types') === 'public_channel' ? channels : [] }
    if (method === 'conversations.history') return { messages }
    if (method === 'users.info')
      return { user: { name: 'ada', profile: { display_name: 'Ada L', real_name: 'Ada Lovelace' } } }
    return errorResponse('unknown_method')
  }

test('channels are items of their workspace, and messages are changes by author [CAT-03]', async () => {
  const written = [
    message(60, 'Deployed the shop', { user: 'U1' }),
    message(120, 'joined', { subtype: 'channel_join' }),
  ]
  const { run, requests } = await scraping(workspace(written, [ops, channel('C2', 'random')]), ', channels: [op*]')
  expect(run).toMatchObject({ status: 'SUCCESS', summary: { added: 2, changes: 1 } })
  const [found, team] = await scrapers.items()
  expect([found, team]).toMatchObject([
    { type: 'Slack::Channel', name: 'ops', external_id: ['C1'], parent_id: team?.id, status: 'joined' },
    { type: 'Slack::Workspace', name: 'Acme' },
  ])
  expect(await scrapers.changes(found?.id ?? '')).toMatchObject([
    {
      change_type: 'Message',
      severity: 'info',
      summary: 'Deployed the shop',
      external_created_by: 'Ada L',
      details: { text: 'Deployed the shop' },
    },
  ])
  expect(requests.every(({ headers }) => headers.authorization === `Bearer ${token}`)).toBe(true)
  expect((await scrapers.run('slack')).summary).toMatchObject({ updated: 0, changes: 0 })
})

test('rules map messages by captures, author and expressions', async () => {
  const bot = { subtype: 'bot_message', bot_id: 'B1', bot_profile: { name: 'Notifier' } }
  const written = [
    message(10, 'name: shop | severity: high | summary: it is down | type: outage', bot),
    message(20, 'name: shop | severity: high | summary: from a person | type: outage', { user: 'U1' }),
    message(30, 'release 1.2 at 2026-11-01 10:30', { user: 'U1' }),
    message(40, 'release 1.3 of somebody else', { user: 'U1', text: 'nothing of interest' }),
  ]
  const rules = String.raw`rules: [
      { regexp: 'severity:\s*(?P<severity>\w+) \| summary: (?P<summary>[\w\s]+?) \| type: (?P<type>\w+)', filter: { bot: 'Notif*' }, mapping: {}, config: [{ name: { expr: env.name } }] },
      { regexp: 'release (?P<version>[\d.]+) at (?P<at>.+)', filter: { user: { name: ada }, expr: 'env.version != "9"' },
        mapping: { type: Release, severity: { value: low }, summary: { expr: '"Version " + env.version' }, createdAt: { expr: env.at }, timeFormat: '2006-01-02 15:04' } }]`
  const { run } = await scraping(workspace(written), `, ${rules}`)
  expect(run).toMatchObject({ status: 'SUCCESS', errors: [] })
  const changes = await scrapers.changes((await scrapers.item('ops'))?.id ?? '')
  expect(changes.toSorted((a, b) => (a.change_type < b.change_type ? -1 : 1))).toMatchObject([
    { change_type: 'Release', severity: 'low', summary: 'Version 1.2', created_at: '2026-11-01T10:30:00+00:00' },
    { change_type: 'outage', severity: 'high', summary: 'it is down', external_created_by: 'Notifier' },
  ])
})

test('channels and messages are read page by page, messages as far back as requested', async () => {
  const { run, requests } = await scraping(
    workspace([], [], (method, form) => {
      const cursor = form.get('cursor')
      const next = cursor === null ? { response_metadata: { next_cursor: 'two' } } : {}
      if (method === 'conversations.list' && form.get('types') === 'public_channel')
        return { channels: [channel(cursor === null ? 'C1' : 'C2', cursor === null ? 'ops' : 'web')], ...next }
      if (method !== 'conversations.history') return undefined
      return { messages: [message(cursor === null ? 10 : 20, `of ${form.get('channel')}`, { user: 'U1' })], ...next }
    }),
    ', since: 1h',
  )
  expect(run).toMatchObject({ status: 'SUCCESS', summary: { added: 3, changes: 4 } })
  const oldest = requests.flatMap(({ body }) => new URLSearchParams(body).get('oldest') ?? [])
  expect(oldest).toHaveLength(4)
  for (const each of oldest) expect(Number(each)).toBeGreaterThanOrEqual(now - 3_600)
  expect(requests.filter(({ path }) => path === '/api/users.info')).toHaveLength(1)
})

test('an access error does not stop the rest', async () => {
  const { run } = await scraping(
    workspace(
      [message(10, 'hello', { user: 'U1' })],
      [ops, channel('C2', 'secret', { is_member: false })],
      (method, form) => {
        if (method === 'conversations.list' && form.get('types') === 'private_channel')
          return errorResponse('missing_scope', { needed: 'groups:read' })
        if (method === 'conversations.history' && form.get('channel') === 'C2') return errorResponse('not_in_channel')
        return method === 'users.info' ? errorResponse('missing_scope', { needed: 'users:read' }) : undefined
      },
    ),
    `, channels: ['*', '!random']`,
  )
  expect(run).toMatchObject({ status: 'WARNING', summary: { added: 3, changes: 1 } })
  expect(run.errors).toEqual([
    'Messages of #secret: Slack rejected the request: the app is not in the channel. Invite it to the channel.',
    'Private channels: Slack rejected the request: the app needs the scope groups:read.',
  ])
  expect(await scrapers.changes((await scrapers.item('ops'))?.id ?? '')).toMatchObject([{ external_created_by: 'U1' }])
})

const hidden: Respond = (method) =>
  method === 'users.info' ? errorResponse('missing_scope', { needed: 'users:read' }) : undefined

test('a rule that needs the author of a message reports the missing scope', async () => {
  const { run } = await scraping(
    workspace([message(10, 'hello', { user: 'U1' })], [ops], hidden),
    ', rules: [{ filter: { user: { name: ada } } }]',
  )
  expect(run.errors).toEqual(['A rule needs the author of a message in #ops, but the app lacks the scope users:read.'])
})

test('a rate limit is waited for', async () => {
  let wasLimited = false
  const { run } = await scraping(
    workspace([], [ops], (method) => {
      if (method !== 'conversations.history' || wasLimited) return undefined
      wasLimited = true
      return { code: 429, headers: { 'retry-after': '0' }, body: { ok: false, error: 'ratelimited' } }
    }),
  )
  expect(run).toMatchObject({ status: 'SUCCESS', summary: { added: 2 } })
})

test.each<readonly [what: string, answer: StandInResponse, said: string]>([
  ['fails', { code: 500, body: { ok: false, error: 'fatal_error' } }, 'Slack responded with 500: fatal_error.'],
  ['answers a page', { body: '<html></html>' }, 'Slack returned 200 without JSON.'],
  ['answers something else', { body: { channels: [] } }, 'Slack returned an invalid response.'],
  ['has no channels in its answer', { body: { ok: true } }, 'Slack returned an invalid response.'],
  ['refuses without a reason', { body: { ok: false } }, 'Slack rejected the request: no reason provided.'],
  ['answers too much', { body: `"${'x'.repeat(16 * 1024 * 1024)}"` }, 'Slack returned more than 16 MB.'],
])('a workspace where one part %s is queried for it once, and the rest is read', async (_, response, errorText) => {
  const { run, requests } = await scraping(
    workspace([], [ops], (method, form) =>
      method === 'conversations.list' && form.get('types') === 'private_channel' ? response : undefined,
    ),
  )
  expect(run).toMatchObject({ status: 'WARNING', summary: { added: 2 }, errors: [`Private channels: ${errorText}`] })
  expect(requests.filter(({ path }) => path === '/api/conversations.list')).toHaveLength(2)
})

test('an endless channel list is aborted', async () => {
  const { run, requests } = await scraping(
    workspace([], [], (method) =>
      method === 'conversations.list' ? { channels: [], response_metadata: { next_cursor: 'more' } } : undefined,
    ),
    ', private: false',
  )
  expect(run.errors).toEqual(['Public channels: Slack returned more than 1000 pages of conversations.list.'])
  expect(requests.length).toBeLessThan(1_010)
})

test('a rejected token is reported and never shown, and known items stay', async () => {
  let isAccepted = true
  const known = workspace([])
  const { run } = await scraping((...request) => (isAccepted ? known(...request) : errorResponse('token_revoked')))
  expect(run.status).toBe('SUCCESS')
  isAccepted = false
  const { errors } = await scrapers.run('slack')
  expect(errors).toEqual([
    'Authentication failed: token_revoked. Use the bot token (xoxb-…) of an app that is installed in the workspace.',
  ])
  expect(await scrapers.items()).toHaveLength(2)
  expect(JSON.stringify([errors, await scrapers.items(), await scrapers.read('config_scrapers')])).not.toContain(token)
})

test('a workspace that hangs times out', async () => {
  const { run } = await scraping(() => undefined, '', '  timeout: 1s\n')
  expect(run.errors).toEqual([expect.stringMatching(/^Slack at http:.*: timed out after 1s\.$/)])
})

test('an invalid rule is rejected with its position', async () => {
  const { app } = await start({})
  const write = async (source: object) => {
    const payload = { name: 'x', source: 'UI', spec: { slack: [source] } }
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/api/db/config_scrapers', payload })
    return [statusCode, JSON.parse(body)] as const
  }
  for (const [source, message] of [
    [{}, 'slack[0].token: required.'],
    [{ token, rules: [{ regexp: '(' }] }, 'slack[0].rules[0].regexp: "(" is not a valid regular expression'],
    [{ token, rules: [{ mapping: { type: { expr: 'env.' } } }] }, 'slack[0].rules[0].mapping.type.expr: '],
    [
      { token, rules: [{ regexp: '(a{1,30}b){1,30}' }] },
      'slack[0].rules[0].regexp: repeats too often: reduce its {n,m}',
    ],
    [{ token, since: 'soon' }, 'slack[0].since: must be a duration'],
  ] as const) {
    expect(await write(source)).toMatchObject([400, { message: expect.stringContaining(message) }])
  }
})
