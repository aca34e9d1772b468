import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startHttp, type TestServer } from '#relay/backend/checks/types/testing/servers.ts'
import type { Database } from '#relay/database/database.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { createServerDatabase, openServer } from '#tests/fixtures/databases.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { scraperDocument, scrapersOf } from '#tests/fixtures/scrapers.ts'

let database: Database
let backend: TestBackend | undefined
let server: TestServer | undefined
let folder: string
beforeAll(async () => {
  database = await openServer()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.query('truncate config_scrapers, config_items, job_history cascade')
  folder = await mkdtemp(join(tmpdir(), 'scraped-'))
})
afterEach(async () => {
  await backend?.close()
  await server?.close()
  backend = undefined
  server = undefined
  await rm(folder, { recursive: true, force: true })
})
const started = (): TestBackend => {
  if (backend === undefined) throw new Error('no backend')
  return backend
}
const scrapers = scrapersOf(started)
/** Starts a backend with one scraper, and a server that answers it. */
const scraping = async (spec: string, listener?: RequestListener, properties = '') => {
  if (listener !== undefined) server = await startHttp(listener)
  const document = scraperDocument('one', spec.replaceAll('SERVER', `http://127.0.0.1:${server?.port}`))
  backend = await startTestBackend({ database, resources: { 'one.yaml': document, 'properties.yaml': properties } })
}
const items = `      type: App
      id: $.id
      name: $.name
`

test('an address that answers JSON is scraped with what signs in, and neither that nor passwords are kept', async () => {
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
  const stored = await database.query<{ text: string }>(
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

test('an address that fails, or answers what is no JSON, is an error with its words, and what was known stays', async () => {
  let answer: readonly [code: number, body: string] = [200, JSON.stringify([{ id: 'a', name: 'A' }])]
  await scraping(`  http:\n    - url: SERVER/x\n      format: json\n${items}`, (_request, response) => {
    const [code, body] = answer
    response.writeHead(code, { 'content-type': 'application/json' }).end(body)
  })
  await scrapers.run('one')
  answer = [503, 'no']
  expect((await scrapers.run('one')).errors).toEqual(['Expected a 2xx code, got 503.'])
  answer = [200, '[{"id": "a", ']
  expect((await scrapers.run('one')).errors).toEqual([expect.stringMatching(/^http:.*\/x: .*JSON/)])
  answer = [200, '[{"name": "no id"}]']
  expect((await scrapers.run('one')).errors).toEqual(['An item has no id where the scraper looks for it.'])
  await server?.close()
  server = undefined
  expect((await scrapers.run('one')).errors).toEqual([expect.stringMatching(/: Connection refused\.$/)])
  expect(await scrapers.items()).toMatchObject([{ name: 'A' }])
})

test('an address that hangs is given up after its time, and one that answers 200 MB after 32', async () => {
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
  backend = await startTestBackend({ database, resources: { 'one.yaml': document('300ms') } })
  const late = await scrapers.run('one')
  expect(late.errors).toEqual([expect.stringMatching(/not read to its end within 300ms\.$/)])
  hangs = false
  await started().write('one.yaml', document('60s'))
  await eventually(async () =>
    expect((await scrapers.lastRun('one')).details.errors).toEqual(['Its answer is larger than 32 MB.']),
  )
  expect(sent).toBeLessThan(150)
})

test('of more items than a run may find the rest is not read, which is said, and nothing counts as gone', async () => {
  const count = 30_000
  const answer: RequestListener = (_request, response) => {
    const all = Array.from({ length: count }, (_, id) => ({ id, name: `App ${id}`, text: 'x'.repeat(100) }))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(all))
  }
  await scraping(`  http:\n    - url: SERVER/x\n${items}`, answer, 'scraper.items.max: 2000\n')
  const run = await scrapers.run('one')
  expect(run.errors).toEqual([
    expect.stringMatching(/: There are more than 2000 items \(scraper\.items\.max\)\. The rest was not read\.$/),
  ])
  const { rows } = await database.query<{ count: number }>('select count(*)::int from config_items')
  expect(rows).toEqual([{ count: 2_000 }])
})
test('the rows that a query finds on PostgreSQL are items, however many, and it writes nothing [CAT-22]', async () => {
  const url = await createServerDatabase({ migrated: false })
  const sql = (query: string) => `  sql:
    - connection: ${url}
      query: ${query}
      type: Postgres::Table
      id: $.table_name
      name: $.table_name
`
  const setUp = await import('pg').then(({ default: pg }) => new pg.Client(url))
  await setUp.connect()
  await setUp.query('create table orders (id bigint, at timestamptz); create table customers (id int)')
  await scraping(
    sql(
      `"select table_name, count(*) as columns, now() - now() as none, 'epoch'::timestamptz as at from information_schema.columns where table_schema = 'public' group by 1;"`,
    ),
  )
  await scrapers.run('one')
  expect(await scrapers.items()).toMatchObject([
    { name: 'customers', type: 'Postgres::Table', config: { columns: '1', at: '1970-01-01T00:00:00.000Z' } },
    { name: 'orders', config: { columns: '2' } },
  ])
  await setUp.query('alter table orders add note text')
  await scrapers.run('one')
  const orders = await scrapers.item('orders')
  expect(await scrapers.changes(orders?.id ?? '')).toMatchObject([{ patches: { columns: '3' } }])

  await started().write(
    'one.yaml',
    scraperDocument('one', sql('"select i as table_name from generate_series(1, 1800) i"')),
  )
  await eventually(async () => expect((await scrapers.items()).length).toBe(1_800))
  await started().write('one.yaml', scraperDocument('one', sql('drop table orders')))
  await eventually(async () => expect((await scrapers.lastRun('one')).details.errors?.[0]).toMatch(/syntax error/))
  expect((await setUp.query("select to_regclass('orders') is null as gone")).rows).toEqual([{ gone: false }])
  await setUp.end()
})

test('what a script writes is scraped, and one that fails says how', async () => {
  await writeFile(join(folder, 'apps.json'), JSON.stringify([{ id: 'a', name: 'A' }]))
  await scraping(`  exec:
    - script: |
        [ -e ${folder}/broken ] && { echo "no $TOKEN" >&2; exit 3; }
        cat ${folder}/apps.json
      env: [{ name: TOKEN, value: token-of-script }]
${items}`)
  await scrapers.run('one')
  expect(await scrapers.items()).toMatchObject([{ name: 'A' }])
  await writeFile(join(folder, 'broken'), '')
  expect((await scrapers.run('one')).errors).toEqual(['The script failed: exit code 3: no ***.'])
  expect(await scrapers.items()).toMatchObject([{ name: 'A' }])
})

test('a git repository is itself with its branches and tags, and its commits are changes by who made them [CAT-03]', async () => {
  const run = promisify(execFile)
  const git = (...args: string[]) =>
    run('git', ['-C', folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.test', ...args])
  await git('init', '--quiet', '--initial-branch=main')
  await git('commit', '--quiet', '--allow-empty', '--message', 'Begin: the first | one')
  await git('tag', '--annotate', 'v1', '--message', 'First')
  await git('branch', 'feature/x')
  await scraping(`  git:\n    - url: ${folder}\n`)
  await scrapers.run('one')
  const [feature, main, repository, tag] = await scrapers.items()
  expect([feature, main, repository, tag]).toMatchObject([
    { type: 'Git::Branch', name: 'feature/x' },
    {
      type: 'Git::Branch',
      name: 'main',
      parent_id: repository?.id,
      config: { author: 'Ada', subject: 'Begin: the first | one' },
    },
    { type: 'Git::Repository', config: { defaultBranch: 'main' } },
    { type: 'Git::Tag', name: 'v1' },
  ])
  await git('commit', '--quiet', '--allow-empty', '--message', 'Go on')
  await scrapers.run('one')
  await scrapers.run('one')
  expect(await scrapers.changes(repository?.id ?? '')).toMatchObject([
    { change_type: 'Commit', summary: 'Go on', external_created_by: 'Ada <ada@example.test>', source: 'git', count: 1 },
    { change_type: 'Commit', summary: 'Begin: the first | one', count: 1 },
  ])
  expect(await scrapers.changes(main?.id ?? '')).toMatchObject([
    { change_type: 'diff', summary: expect.stringContaining('commit') },
  ])
})

test('kinds that cannot run here load, and a run says what is missing [CAT-19,CAT-23]', async () => {
  await scraping(`  aws: [{ region: [eu-west-1] }]
  kubernetes: [{ clusterName: local }]
  file: [{ paths: ['${folder}/*'], type: App, id: x }]
`)
  await writeFile(join(folder, 'a.txt'), 'text')
  const run = await scrapers.run('one')
  expect(run.errors).toEqual([
    "Scrapers of kind 'aws' cannot run on this installation: it needs a client for AWS accounts.",
    "Scrapers of kind 'kubernetes' cannot run on this installation: it needs a client for Kubernetes clusters.",
  ])
  expect(await scrapers.items()).toMatchObject([{ config: { content: 'text' } }])
  await scrapers.lastRun('one')
  expect(await scrapers.read('config_scrapers_with_status?select=name,job_status')).toEqual([
    { name: 'one', job_status: 'WARNING' },
  ])
})

test('data and secrets of the console itself are never read', async () => {
  await scraping(`  file: [{ paths: ['RESOURCES/**'], type: File }]\n`)
  const { resourcesDir } = started()
  await started().write('one.yaml', scraperDocument('one', `  file: [{ paths: ['${resourcesDir}/**'], type: File }]\n`))
  await eventually(async () => expect((await scrapers.lastRun('one')).status).toBe('SUCCESS'))
  expect(await scrapers.items()).toEqual([])
})

test('of two relays on one database one runs a scraper, until it is gone; the other does when somebody asks it to', async () => {
  await writeFile(join(folder, 'a.json'), JSON.stringify({ id: 'a', name: 'A' }))
  const slow = `cat ${folder}/a.json; while [ -e ${folder}/hold ]; do sleep 0.05; done`
  await scraping(`  exec:\n    - script: '${slow}'\n${items}`)
  await scrapers.run('one')
  const first = started()
  const second = await startTestBackend({ database, resourcesDir: first.resourcesDir })
  const ask = async (relay: TestBackend) =>
    (await relay.app.inject({ method: 'POST', url: `/api/config/run/${await scrapers.idOf('one')}` })).statusCode
  expect(await ask(second)).toBe(200)
  await writeFile(join(folder, 'hold'), '')
  const running = ask(second)
  await eventually(async () => {
    const { rows } = await database.query('select 1 from relay.scraper_owners where is_running')
    expect(rows).toHaveLength(1)
  })
  expect(await ask(first)).toBe(409)
  await rm(join(folder, 'hold'))
  expect(await running).toBe(200)
  expect(await ask(first)).toBe(200)
  await second.stop()
})
