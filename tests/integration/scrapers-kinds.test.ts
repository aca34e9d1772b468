import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { createServerDatabase } from '#tests/fixtures/databases.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { scrapingTests } from '#tests/fixtures/scraping.ts'

const { database, scrapers, start, started, put, at } = scrapingTests()
const scraping = (spec: string) => start({ 'one.yaml': scraperDocument('one', spec) })
const items = `      type: App
      id: $.id
      name: $.name
`

test('rows of a PostgreSQL query become items, in any number, without write access [CAT-22]', async () => {
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

test('script output is scraped, and a failing script is reported', async () => {
  await put('apps.json', JSON.stringify([{ id: 'a', name: 'A' }]))
  await scraping(`  exec:
    - script: |
        [ -e ${at()}/broken ] && { echo "no $TOKEN" >&2; exit 3; }
        cat ${at()}/apps.json
      env: [{ name: TOKEN, value: token-of-script }]
${items}`)
  await scrapers.run('one')
  expect(await scrapers.items()).toMatchObject([{ name: 'A' }])
  await put('broken', '')
  expect((await scrapers.run('one')).errors).toEqual(['Script failed (exit code 3): no ***.'])
  expect(await scrapers.items()).toMatchObject([{ name: 'A' }])
})

test.each([
  ['YAML', 'id: a\\nname: A\\nparts: [x, y]\\n', ['A'], []],
  ['several YAML documents', 'id: a\\nname: A\\n---\\nid: b\\nname: B\\n', ['A', 'B'], []],
  ['JSON', '[{"id": "a", "name": "A"}]', ['A'], []],
  ['nothing', '', [], []],
  ['blank lines', ' \\n\\n', [], []],
  [
    'plain text',
    'all is well',
    [],
    ['The output is neither JSON nor YAML with fields: "all is well". Set format: text to store it as it is'],
  ],
  ['broken JSON', '{"id": ', [], [expect.stringMatching(/JSON/)]],
])('a script may write %s', async (_label, output, names, errors) => {
  await scraping(`  exec:\n    - script: |\n        printf '${output}'\n${items}`)
  expect((await scrapers.run('one')).errors).toEqual(errors)
  expect((await scrapers.items()).map(({ name }) => name)).toEqual(names)
})

test('files begin at url, and ignored names and patterns are no items', async () => {
  for (const name of ['a', 'skip-b', 'c']) await put(`${name}.json`, { id: name, name })
  await put('page.xml', '<page id="x"><name>Page</name></page>')
  await scraping(`  file:
    - url: ${at()}
      paths: ['*.json', page.xml]
      ignore: ['**/skip-*', c.json]
      type: App
      id: { expr: "has(config.id) ? config.id : config.page['-id']" }
      name: { expr: 'has(config.name) ? config.name : config.page.name' }
`)
  expect((await scrapers.run('one')).errors).toEqual([])
  expect((await scrapers.items()).map(({ name, config }) => [name, config])).toEqual([
    ['Page', { page: { '-id': 'x', name: 'Page' } }],
    ['a', { id: 'a', name: 'a' }],
  ])
})

test('a git repository is an item with branches and tags, and commits are changes by author [CAT-03]', async () => {
  const run = promisify(execFile)
  const git = (...args: string[]) =>
    run('git', ['-C', at(), '-c', 'user.name=Ada', '-c', 'user.email=ada@example.test', ...args])
  await git('init', '--quiet', '--initial-branch=main')
  await git('commit', '--quiet', '--allow-empty', '--message', 'Begin: the first | one')
  await git('tag', '--annotate', 'v1', '--message', 'First')
  await git('branch', 'feature/x')
  await scraping(`  git:\n    - url: ${at()}\n`)
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

test('kinds that cannot run here load, and a run reports what is missing [CAT-19,CAT-23]', async () => {
  await scraping(`  postgres: [{ name: x }]
  playwright: [{ name: x }]
  file: [{ paths: ['${at()}/*'], type: App, id: x }]
`)
  await put('a.txt', 'text')
  const run = await scrapers.run('one')
  expect(run.errors).toEqual([
    "Scrapers of kind 'postgres' cannot run on this installation: roles and grants of PostgreSQL are not catalog items here (use the kind sql for rows).",
    "Scrapers of kind 'playwright' cannot run on this installation: a browser is required.",
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

test('one of two relays on one database runs a scraper, whichever is asked, and the other takes over when it stops', async () => {
  await put('a.json', JSON.stringify({ id: 'a', name: 'A' }))
  const slow = `echo >> ${at()}/starts; cat ${at()}/a.json; while [ -e ${at()}/hold ]; do sleep 0.05; done`
  const countStarts = async () => (await readFile(at('starts'), 'utf8')).length
  await scraping(`  exec:\n    - script: '${slow}'\n${items}`)
  await scrapers.run('one')
  const first = started()
  const second = await startTestBackend({ database: database(), resourcesDir: first.resourcesDir })
  const ask = async (relay: TestBackend) =>
    (await relay.app.inject({ method: 'POST', url: `/api/config/run/${await scrapers.findId('one')}` })).statusCode
  await eventually(async () => expect([await ask(first), await ask(second)]).toEqual([200, 200]))
  await put('hold', '')
  const before = await countStarts()
  const running = [ask(first), ask(second)]
  await eventually(async () => expect(await countStarts()).toBe(before + 1))
  await rm(at('hold'))
  expect(await Promise.all(running)).toEqual([200, 200])
  await second.stop()
  await eventually(async () => expect(await ask(first)).toBe(200))
})

test('Kubernetes objects in files become items with owner, usage and selector relations [CAT-02]', async () => {
  const objects = `kind: List
items:
  - { kind: Namespace, metadata: { name: shop } }
  - { kind: ConfigMap, metadata: { name: settings, namespace: shop }, data: { a: b } }
---
kind: Deployment
metadata: { name: web, namespace: shop, labels: { app: web } }
spec:
  replicas: 2
  template: { spec: { containers: [{ name: web, envFrom: [{ configMapRef: { name: settings } }] }] } }
---
kind: Secret
metadata: { name: db, namespace: shop }
stringData: { pin: pin-of-the-database }
`
  await put('shop.yaml', objects)
  await scraping(
    `  kubernetesFile: [{ files: [{ path: '${at()}/*.yaml' }], tags: [{ name: cluster, value: test }] }]\n`,
  )
  expect((await scrapers.run('one')).errors).toEqual([])
  const [settings, web, namespace, secret] = await scrapers.items()
  expect([settings, web, namespace, secret]).toMatchObject([
    { type: 'Kubernetes::ConfigMap', parent_id: namespace?.id },
    { type: 'Kubernetes::Deployment', config_class: 'Deployment', tags: { namespace: 'shop', cluster: 'test' } },
    { type: 'Kubernetes::Namespace', name: 'shop', path: null },
    { type: 'Kubernetes::Secret', config: { stringData: { pin: '***' } } },
  ])
  expect(await scrapers.read('config_relationships?select=config_id,related_id,relation')).toEqual([
    { config_id: web?.id, related_id: settings?.id, relation: 'uses' },
  ])
})

test('rows of an SQLite file become items if Node supports it, and a run reports it otherwise', async () => {
  const path = at('shop.db')
  const sqlite: unknown = process.getBuiltinModule('node:sqlite')
  if (sqlite === undefined) await put('shop.db', '')
  else {
    const { DatabaseSync } = sqlite as {
      DatabaseSync: new (path: string) => { exec(sql: string): void; close(): void }
    }
    const shop = new DatabaseSync(path)
    shop.exec("create table apps (id integer, name text); insert into apps values (1, 'Web'), (2, 'Shop')")
    shop.close()
  }
  await scraping(
    `  sql: [{ connection: 'sqlite://${path}', query: select * from apps, type: App, id: $.id, name: $.name }]\n`,
  )
  const { errors } = await scrapers.run('one')
  const needed = `SQLite requires Node 22.5 or later; this is Node ${process.versions.node}.`
  expect(errors).toEqual(sqlite === undefined ? [needed] : [])
  expect((await scrapers.items()).map(({ name }) => name)).toEqual(sqlite === undefined ? [] : ['Shop', 'Web'])
})

test.each([
  [
    'a script gets all rows at once',
    `transform: { expr: "[{'id': 'all', 'name': string(size(config)) + config[0].name}]" }`,
    ['2Web'],
  ],
  ['items of a column', 'items: $.parts', ['X', 'Y', 'Z']],
  ['items of the rows', "items: '$.rows[*]'", ['Shop', 'Web']],
])('of a query: %s', async (_label, field, names) => {
  const url = await createServerDatabase({ migrated: false })
  const parts = ['[{"id":1,"name":"X"},{"id":2,"name":"Y"}]', '{"id":3,"name":"Z"}']
  await scraping(`  sql:
    - connection: ${url}
      query: |
        select * from (values (1, 'Web', '${parts[0]}'), (2, 'Shop', '${parts[1]}')) as apps (id, name, parts)
      ${field}
${items}`)
  expect((await scrapers.run('one')).errors).toEqual([])
  expect((await scrapers.items()).map(({ name }) => name)).toEqual(names)
})

test('a script runs in a git checkout, on the branch of the document', async () => {
  const run = promisify(execFile)
  const git = (...args: string[]) =>
    run('git', ['-C', at(), '-c', 'user.name=Ada', '-c', 'user.email=ada@example.test', ...args])
  await git('init', '--quiet', '--initial-branch=main')
  await put('apps.json', '[{"id":"a","name":"A"}]')
  await git('add', '.')
  await git('commit', '--quiet', '--message', 'Add apps')
  await git('checkout', '--quiet', '-b', 'next')
  await put('apps.json', '[{"id":"b","name":"B"}]')
  await git('commit', '--quiet', '--all', '--message', 'Replace apps')
  await git('checkout', '--quiet', 'main')
  await scraping(`  exec:
    - script: cat apps.json
      checkout: { url: 'file://${at()}', branch: next, depth: 1 }
      items: $[*]
      type: App
      id: $.id
      name: $.name
`)
  expect((await scrapers.run('one')).errors).toEqual([])
  expect((await scrapers.items()).map(({ name }) => name)).toEqual(['B'])
})
