import type { RequestListener } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { startHttp, type TestServer } from '#relay/testing/servers.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { scrapingTests } from '#tests/fixtures/scraping.ts'

const { database, scrapers, start, started } = scrapingTests()
let server: TestServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})
const scraping = async (spec: string, listener: RequestListener, properties = '') => {
  server = await startHttp(listener)
  const document = scraperDocument(
    'one',
    spec.replaceAll('SERVER', `http://127.0.0.1:${server.port}`).replaceAll('PORT', `${server.port}`),
  )
  await start({ 'one.yaml': document, 'properties.yaml': properties })
}
const items = `      type: App
      id: $.id
      name: $.name
`

test('a JSON address is scraped with credentials, and neither they nor passwords are stored', async () => {
  const seen: (string | undefined)[] = []
  await scraping(
    `  http:
    - url: SERVER/apps?page={{.page}}
      env: [{ name: page, value: '2' }]
      username: ann
      password: { value: hunter2-of-ann }
      headers: { X-Api-Key: { value: key-of-ann } }
      items: $.data.apps[*]
${items}`,
    ({ url, headers }, response) => {
      seen.push(url, headers.authorization, headers['x-api-key']?.toString())
      const apps = [
        { id: 1, name: 'Web', note: 'calls with hunter2-of-ann', db: 'postgres://shop:db-password@db/shop' },
        { id: 2, name: 'Shop', password: 'shop-password', replicas: 3 },
      ]
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: { apps } }))
    },
  )
  expect((await scrapers.run('one')).errors).toEqual([])
  expect(seen.slice(-3)).toEqual([
    '/apps?page=2',
    `Basic ${Buffer.from('ann:hunter2-of-ann').toString('base64')}`,
    'key-of-ann',
  ])
  expect(await scrapers.items()).toMatchObject([
    { name: 'Shop', external_id: ['2'], config: { password: '***', replicas: 3 } },
    { name: 'Web', config: { note: 'calls with ***', db: 'postgres://shop:***@db/shop' } },
  ])
  const stored = await database().query<{ text: string }>(
    'select (config_items::text || coalesce((select string_agg(spec::text, $1) from config_scrapers), $1)) as text from config_items',
    [''],
  )
  const texts = stored.rows.map(({ text }) => text).join()
  for (const secret of ['hunter2-of-ann', 'key-of-ann', 'db-password', 'shop-password'])
    expect(texts).not.toContain(secret)
  expect(await scrapers.read('config_scrapers?select=spec')).toMatchObject([
    { spec: { http: [{ username: 'ann', password: { value: '***' }, headers: { 'X-Api-Key': { value: '***' } } }] } },
  ])
})

test('a failing or non-JSON response is an error with its text, and known items stay', async () => {
  let reply: readonly [code: number, body: string] = [200, JSON.stringify([{ id: 'a', name: 'A' }])]
  await scraping(`  http:\n    - url: SERVER/x\n      format: json\n${items}`, (_request, response) => {
    const [code, body] = reply
    response.writeHead(code, { 'content-type': 'application/json' }).end(body)
  })
  await scrapers.run('one')
  reply = [503, 'no']
  expect((await scrapers.run('one')).errors).toEqual(['Expected a 2xx code, got 503.'])
  reply = [200, '[{"id": "a", ']
  expect((await scrapers.run('one')).errors).toEqual([expect.stringMatching(/^http:.*\/x: .*JSON/)])
  reply = [200, '[{"name": "no id"}]']
  expect((await scrapers.run('one')).errors).toEqual(['An item has no id where the scraper looks for it.'])
  await server?.close()
  server = undefined
  expect((await scrapers.run('one')).errors).toEqual([expect.stringMatching(/: Connection refused\.$/)])
  expect(await scrapers.items()).toMatchObject([{ name: 'A' }])
})

test('an address that hangs times out, and one that sends 200 MB stops at 32', async () => {
  let hangs = true
  let sent = 0
  server = await startHttp((_request, response) => {
    if (hangs) return
    const chunk = Buffer.alloc(1024 * 1024, ' ')
    const send = (): void => {
      for (; sent < 200; sent += 1)
        if (!response.write(chunk)) {
          response.once('drain', send)
          return
        }
      response.end()
    }
    send()
  })
  const url = `http://127.0.0.1:${server.port}/`
  const document = (timeout: string) =>
    scraperDocument('one', `  timeout: ${timeout}\n  http:\n    - url: ${url}\n${items}`)
  await start({ 'one.yaml': document('300ms') })
  const late = await scrapers.run('one')
  expect(late.errors).toEqual([expect.stringMatching(/: timed out after 300ms\.$/)])
  hangs = false
  await started().write('one.yaml', document('60s'))
  await eventually(async () =>
    expect((await scrapers.lastRun('one')).details.errors).toEqual(['The response is larger than 32 MB.']),
  )
  expect(sent).toBeLessThan(150)
})

test('items over the limit of a run are not read, which is reported, and nothing is deleted', async () => {
  const count = 30_000
  const respond: RequestListener = (_request, response) => {
    const all = Array.from({ length: count }, (_, id) => ({ id, name: `App ${id}`, text: 'x'.repeat(100) }))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(all))
  }
  await scraping(`  http:\n    - url: SERVER/x\n${items}`, respond, 'scraper.items.max: 2000\n')
  const run = await scrapers.run('one')
  expect(run.errors).toEqual([
    expect.stringMatching(/: More than 2000 items \(scraper\.items\.max\)\. The rest was not read\.$/),
  ])
  const { rows } = await database().query<{ count: number }>('select count(*)::int from config_items')
  expect(rows).toEqual([{ count: 2_000 }])
})

const readPage = (url: string | undefined) => Number(new URL(url ?? '', 'http://a').searchParams.get('page') ?? 1)
const pagedApps =
  (pages: number): RequestListener =>
  ({ url }, response) => {
    const page = readPage(url)
    const next = page < pages ? `/apps?page=${page + 1}` : null
    response
      .writeHead(200, {
        'content-type': 'application/json',
        ...(next !== null && { link: `</apps>; rel="first", <${next}>; rel="next"` }),
      })
      .end(JSON.stringify({ apps: [{ id: `a${page}`, name: `App ${page}` }], next }))
  }

test.each([
  ['the address that an expression returns', `nextPageExpr: 'response.status == 200 ? response.body.next : null'`],
  ['the map that an expression returns', `nextPageExpr: '{"url": page < 3 ? "/apps?page=" + string(page + 1) : ""}'`],
  ['the Link header', `delay: 1ms`],
  ['an expression that reduces them to one document', `reduceExpr: 'acc + page.apps', maxPages: 0`, '$[*]'],
  ['the Link header, each page alone', `reduceExpr: 'acc', perPage: true`],
])('pages are followed by %s', async (_, pagination, path = '$.apps[*]') => {
  await scraping(
    `  http:\n    - url: SERVER/apps\n      pagination: { ${pagination} }\n      items: ${path}\n${items}`,
    pagedApps(3),
  )
  expect((await scrapers.run('one')).errors).toEqual([])
  expect((await scrapers.items()).map(({ name }) => name)).toEqual(['App 1', 'App 2', 'App 3'])
})

test('an expression may give the next page its headers', async () => {
  const seen: unknown[] = []
  const pages = pagedApps(2)
  const next = '{"url": page < 2 ? "/apps?page=2" : "", "headers": {"X-Cursor": "c2"}}'
  await scraping(
    `  http:\n    - url: SERVER/apps\n      headers: [{ name: x-cursor, value: c1 }, { name: x-team, value: shop }]\n      pagination: { nextPageExpr: '${next}' }\n      items: $.apps[*]\n${items}`,
    (request, response) => {
      seen.push([request.headers['x-cursor'], request.headers['x-team']])
      void pages(request, response)
    },
  )
  expect((await scrapers.run('one')).errors).toEqual([])
  expect(seen).toEqual([
    ['c1', 'shop'],
    ['c2', 'shop'],
  ])
})

test.each([
  ['maxPages: 2', 2, []],
  [`nextPageExpr: '"/apps"'`, 0, ['pagination.nextPageExpr returned a page that was already read']],
  [
    `nextPageExpr: '"http://other.example.test/"'`,
    0,
    ['The next page is at http://other.example.test, not at the address of the first page'],
  ],
])('ends the pages of { %s }', async (pagination, count, errors) => {
  await scraping(
    `  http:\n    - url: SERVER/apps\n      pagination: { ${pagination} }\n      items: $.apps[*]\n${items}`,
    pagedApps(9),
  )
  expect((await scrapers.run('one')).errors ?? []).toEqual(
    errors.map((error) => expect.stringContaining(error) as string),
  )
  expect(await scrapers.items()).toHaveLength(count)
})

test('rows of ClickHouse are items, an error keeps them, and the password is nowhere [CAT-03]', async () => {
  const seen: unknown[] = []
  let rows = [
    { name: 'orders', engine: 'MergeTree', note: 'word-of-reader' },
    { name: 'a\u0000b', engine: 'Memory' },
  ]
  await scraping(
    `  clickhouse:
    - clickhouseURL: clickhouse://reader:word-of-reader@127.0.0.1:PORT/shop?secure=false
      query: select name, engine from system.tables;
      type: ClickHouse::Table
      id: $.name
`,
    ({ url = '', method, headers }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://clickhouse')
      seen.push([
        method,
        pathname,
        searchParams.get('database'),
        headers['x-clickhouse-user'],
        headers['x-clickhouse-key'],
      ])
      if (rows.length === 0) return response.writeHead(500).end('Code: 60. DB::Exception: no table for word-of-reader')
      return response.end(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    },
  )
  expect(await scrapers.run('one')).toMatchObject({ errors: [], summary: { added: 2 } })
  expect(seen[0]).toEqual(['GET', '/', 'shop', 'reader', 'word-of-reader'])
  rows = []
  expect((await scrapers.run('one')).errors).toEqual([
    'ClickHouse responded with 500: Code: 60. DB::Exception: no table for ***.',
  ])
  expect((await scrapers.items()).map(({ config }) => config)).toEqual([
    { name: 'a\uFFFDb', engine: 'Memory' },
    { name: 'orders', engine: 'MergeTree', note: '***' },
  ])
})

test('lines of logs become changes of other items, once each, and the password is nowhere [CAT-03]', async () => {
  const asked: unknown[] = []
  const nanos = `${Date.UTC(2026, 10, 1)}000000`
  const values = [
    [nanos, 'reloaded: size changed from 100 to 200, word-of-loki'],
    [nanos, 'reloaded: size changed from 200 to 300'],
    [nanos, 'reloaded: \u0000 timeout'],
  ]
  await scraping(
    `  full: true
  http:
    - { url: SERVER/app, type: App, id: $.id, name: $.id }
  logs:
    - id: None
      type: None
      loki:
        url: SERVER
        query: '{job="app"} |~ "reloaded"'
        limit: '50'
        start: 24h
        username: reader
        password: word-of-loki
      transform:
        expr: |
          dyn(config.logs).map(line, {"changes": [{
            "external_change_id": line.hash, "change_type": "ConfigReload", "external_id": "shop", "config_type": "App",
            "summary": line.labels.job + " " + line.message, "created_at": line.firstObserved, "scraper_id": "all"
          }]}).toJSON()
    - type: Event
      id: $.logs[0].id
      openSearch: { url: SERVER, index: 'security-*', query: '{"query":{"match_all":{}}}', size: 10 }
      fieldMapping: { message: [event.text], id: [event_id] }
`,
    ({ url = '', method, headers }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://logs')
      const send = (body: object) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (pathname === '/app') return send({ id: 'shop' })
      asked.push([method, pathname, searchParams.get('query'), searchParams.get('limit'), headers.authorization])
      if (pathname === '/security-*/_search')
        return send({
          hits: { hits: [{ _id: '1', _source: { event_id: 'e-1', event: { text: 'login' }, by: 'ann' } }] },
        })
      return send({ status: 'success', data: { resultType: 'streams', result: [{ stream: { job: 'app' }, values }] } })
    },
  )
  await scrapers.run('one')
  expect(await scrapers.run('one')).toMatchObject({ errors: [], summary: { changes: 0, deleted: 0 } })
  const login = `Basic ${Buffer.from('reader:word-of-loki').toString('base64')}`
  expect(asked.slice(-2)).toEqual([
    ['GET', '/loki/api/v1/query_range', '{job="app"} |~ "reloaded"', '50', login],
    ['POST', '/security-*/_search', null, null, undefined],
  ])
  const [app, event] = await scrapers.items()
  expect(new Set((await scrapers.changes(app?.id ?? '')).map(({ summary }) => summary))).toEqual(
    new Set([
      'app reloaded: size changed from 100 to 200, ***',
      'app reloaded: size changed from 200 to 300',
      'app reloaded: \uFFFD timeout',
    ]),
  )
  expect(event).toMatchObject({ name: 'e-1', config: { logs: [{ message: 'login', labels: { by: 'ann' } }] } })
})
