import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { createPlaybookHelpers, playbookDocument } from '#tests/fixtures/playbook-runs.ts'
import { scraperDocument, createScraperClient } from '#tests/fixtures/scrapers.ts'
import { createTopologyClient, topologyDocument } from '#tests/fixtures/topologies.ts'

const waitOptions = { timeout: 30_000, interval: 50 }

let database: Database
let backend: TestBackend | undefined
let folder: string
const started = (): TestBackend => {
  if (backend === undefined) throw new Error('no backend')
  return backend
}
const scrapers = createScraperClient(started)
const topologies = createTopologyClient(started)

beforeAll(async () => {
  database = await openServer()
})
afterAll(() => database.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'events-'))
})
afterEach(async () => {
  await backend?.close()
  backend = undefined
  await rm(folder, { recursive: true, force: true })
  await database.query('truncate topologies, components, config_items, config_scrapers, playbooks, canaries cascade')
})

const writeApps = (apps: Readonly<Record<string, string>>) =>
  writeFile(
    join(folder, 'apps.json'),
    JSON.stringify(Object.entries(apps).map(([name, health]) => ({ id: name, name, health }))),
  )
const scraper = () =>
  scraperDocument(
    'apps',
    `  file:
    - paths: ['${folder}/*.json']
      type: Test::App
      id: $.id
      name: $.name
      health: { expr: config.health }
`,
  )
const echo = (kind: string) =>
  `  actions: [{ name: a, exec: { script: 'echo {{.${kind}.name}} {{.${kind}.health}}' } }]\n`
const outputs = async (name: string): Promise<readonly string[]> => {
  const { rows } = await database.query<{ stdout: string }>(
    `select result ->> 'stdout' as stdout from playbook_run_actions
       join playbook_runs on playbook_runs.id = playbook_run_id join playbooks on playbooks.id = playbook_id
      where playbook_run_actions.status = 'completed' and playbooks.name = $1 order by 1`,
    [name],
  )
  return rows.map(({ stdout }) => stdout)
}
const expectOutputs = (name: string, expected: readonly string[]) =>
  vi.waitFor(async () => expect(await outputs(name)).toEqual(expected), waitOptions)

test('a catalog item that is created, changes or changes health starts its playbooks', async () => {
  await writeApps({ shop: 'healthy', cart: 'unhealthy' })
  backend = await startTestBackend({
    database,
    resources: {
      'apps.yaml': scraper(),
      'new.yaml': playbookDocument('new', `  on: { config: [{ event: config.created }] }\n${echo('config')}`),
      'bad.yaml': playbookDocument(
        'bad',
        `  on: { config: [{ event: unhealthy, filter: 'config.type == "Test::App"' }] }\n${echo('config')}`,
      ),
      'changed.yaml': playbookDocument(
        'changed',
        `  on: { config: [{ event: updated, filter: 'config.name == "shop"' }] }\n${echo('config')}`,
      ),
      'other.yaml': playbookDocument(
        'other',
        `  on: { config: [{ event: unhealthy, labels: { tier: front } }] }\n${echo('config')}`,
      ),
    },
  })
  await scrapers.run('apps')
  await expectOutputs('new', ['cart unhealthy', 'shop healthy'])
  await expectOutputs('bad', ['cart unhealthy'])
  await writeApps({ shop: 'unhealthy', cart: 'unhealthy' })
  await scrapers.run('apps')
  await expectOutputs('bad', ['cart unhealthy', 'shop unhealthy'])
  await expectOutputs('changed', ['shop unhealthy'])
  expect([await outputs('new'), await outputs('other')]).toEqual([['cart unhealthy', 'shop healthy'], []])
})

test('a component whose health changes starts its playbooks once', async () => {
  await writeApps({ shop: 'healthy', cart: 'unhealthy' })
  backend = await startTestBackend({
    database,
    resources: {
      'apps.yaml': scraper(),
      'topology.yaml': topologyDocument(
        'apps',
        '  components: [{ name: Apps, lookup: { catalog: [{ selector: { type: "Test::App" } }] } }]\n',
      ),
      'bad.yaml': playbookDocument('bad', `  on: { component: [{ event: unhealthy }] }\n${echo('component')}`),
      'well.yaml': playbookDocument(
        'well',
        `  on: { component: [{ event: component.healthy }] }\n${echo('component')}`,
      ),
    },
  })
  await scrapers.run('apps')
  await vi.waitFor(async () => expect(await topologies.run('apps')).toEqual({ status: 'ok', count: '3' }), waitOptions)
  await expectOutputs('bad', ['Apps unhealthy', 'cart unhealthy'])
  await topologies.run('apps')
  await writeApps({ shop: 'unhealthy', cart: 'healthy' })
  await scrapers.run('apps')
  await topologies.run('apps')
  await expectOutputs('bad', ['Apps unhealthy', 'cart unhealthy', 'shop unhealthy'])
  await expectOutputs('well', ['cart healthy'])
})

test('a catalog step saves an item, which stays, has a history and starts playbooks', async () => {
  await writeApps({ shop: 'healthy' })
  const record = `  parameters: [{ name: health }, { name: size }, { name: scraper }]
  actions:
    - name: save
      catalog:
        name: 'Audit of {{.playbook.name}}'
        scraper: '{{.params.scraper}}'
        type: Audit::Report
        config: '{"size": {{.params.size}}}'
        health: '{{.params.health}}'
        status: done
        tags: { team: '{{.playbook.name}}', round: 7 }
        labels: { by: audit }
`
  const book = createPlaybookHelpers(started)
  backend = await startTestBackend({
    database,
    resources: {
      'apps.yaml': scraper(),
      'record.yaml': playbookDocument('record', record),
      'bad.yaml': playbookDocument('bad', `  on: { config: [{ event: unhealthy }] }\n${echo('config')}`),
    },
  })
  const save = async (health: string, size: string, named = 'apps') => {
    const run = await book.start('record', { params: { health, size, scraper: named } })
    await book.ended(run)
    return (await book.actions(run)).at(-1)
  }
  const saved = await save('healthy', '3')
  expect(saved).toMatchObject({
    status: 'completed',
    result: { outcome: 'added', name: 'Audit of record', type: 'Audit::Report' },
  })
  const item = async () => (await scrapers.items('deleted_at=is.null&type=eq.Audit::Report'))[0]
  expect(await item()).toMatchObject({
    id: saved?.result?.['id'],
    config_class: 'Report',
    config: { size: 3 },
    health: 'healthy',
    status: 'done',
    tags: { team: 'record', round: '7' },
    labels: { by: 'audit' },
  })
  await scrapers.run('apps')
  expect((await scrapers.items()).map(({ name }) => name)).toEqual(['Audit of record', 'shop'])

  expect((await save('unhealthy', '4'))?.result).toMatchObject({ outcome: 'updated' })
  expect(await item()).toMatchObject({ id: saved?.result?.['id'], config: { size: 4 }, health: 'unhealthy' })
  const changes = (await scrapers.changes((await item())?.id ?? '')).filter(({ source }) => source !== 'playbook')
  expect(changes.map(({ change_type: type, summary }) => `${type} ${summary}`).toSorted()).toEqual([
    'Unhealthy done',
    'diff size',
  ])
  await expectOutputs('bad', ['Audit of record unhealthy'])
  expect((await save('healthy', '4', 'gone/apps'))?.error).toBe('The scraper gone/apps does not exist.')
  expect((await save('healthy', '4,'))?.error).toContain('config must be JSON')
  expect((await save('well', '4'))?.error).toContain('catalog.health: must be one of healthy')
})

test('a deleted item starts its playbooks once, whether a scrape or an administrator deletes it', async () => {
  await writeApps({ shop: 'healthy', cart: 'healthy', till: 'healthy' })
  backend = await startTestBackend({
    database,
    resources: {
      'apps.yaml': scraper(),
      'gone.yaml': playbookDocument(
        'gone',
        `  on: { config: [{ event: deleted, filter: 'config.type == "Test::App" && event == "deleted"' }] }\n${echo('config')}`,
      ),
    },
  })
  await scrapers.run('apps')
  await writeApps({ shop: 'healthy', cart: 'healthy' })
  await scrapers.run('apps')
  await expectOutputs('gone', ['till healthy'])
  await database.query("update config_items set deleted_at = now() where name = 'cart'")
  await expectOutputs('gone', ['cart healthy', 'till healthy'])
  const { rows } = await database.query("select name from event_queue where name like 'playbook.config%'")
  expect(rows).toEqual([])
})

const updateReport = (name: string) => `  on: { config: [{ event: updated, filter: 'config.type == "Audit::Report"' }] }
  actions:
    - name: save
      catalog:
        { name: report, scraper: apps, type: Audit::Report, config: '{"by": "${name}", "at": "{{.run.id}}"}' }
`

test('a playbook whose step changes an item is not started again by that change, also through another playbook', async () => {
  await writeApps({ shop: 'healthy' })
  backend = await startTestBackend({
    database,
    resources: {
      'apps.yaml': scraper(),
      'ping.yaml': playbookDocument('ping', updateReport('ping')),
      'pong.yaml': playbookDocument('pong', updateReport('pong')),
      'first.yaml': playbookDocument(
        'first',
        '  actions: [{ name: save, catalog: { name: report, scraper: apps, type: Audit::Report, config: \'{"by": "{{.run.id}}"}\' } }]\n',
      ),
    },
  })
  await scrapers.run('apps')
  const book = createPlaybookHelpers(started)
  for (let round = 0; round < 2; round += 1) await book.ended(await book.start('first', { params: {} }))
  const counts = async () =>
    (
      await database.query<{ counted: string }>(
        `select playbooks.name || ' ' || count(*) || ' ' || bool_and(playbook_runs.status = 'completed') as counted
           from playbook_runs join playbooks on playbooks.id = playbook_id group by playbooks.name order by 1`,
      )
    ).rows.map(({ counted }) => counted)
  // One run each by the change of first, and one each by the change of the other.
  await vi.waitFor(
    async () => expect(await counts()).toEqual(['first 2 true', 'ping 2 true', 'pong 2 true']),
    waitOptions,
  )
  // A third start proves that no run was still to come.
  await book.ended(await book.start('first', { params: {} }))
  await vi.waitFor(
    async () => expect(await counts()).toEqual(['first 3 true', 'ping 4 true', 'pong 4 true']),
    waitOptions,
  )
})

test('a rule about changes starts its playbook, and not again by the changes that this run records', async () => {
  await writeApps({ shop: 'healthy' })
  const book = createPlaybookHelpers(started)
  backend = await startTestBackend({
    database,
    resources: {
      'apps.yaml': scraper(),
      'echo.yaml': playbookDocument('echo', `  configs: [{ types: ["Test::App"] }]\n${echo('config')}`),
      'rule.yaml': `kind: Notification\nmetadata: {name: rule}\nspec:\n  events: [config.changed]\n  to: {playbook: default/echo}\n`,
    },
  })
  await scrapers.run('apps')
  const shop = (await scrapers.items('name=eq.shop'))[0]?.id ?? ''
  await book.ended(await book.start('echo', { config_id: shop }))
  const settled = async () =>
    (
      await database.query<{ runs: number; open: number }>(
        `select (select count(*)::int from playbook_runs where notification_send_id is not null) as runs,
                (select count(*)::int from playbook_runs where end_time is null)
                + (select count(*)::int from event_queue)
                + (select count(*)::int from notification_send_history
                    where status in ('pending', 'pending_playbook_run', 'pending_playbook_completion')) as open`,
      )
    ).rows[0]
  await vi.waitFor(async () => expect(await settled()).toEqual({ runs: 3, open: 0 }), waitOptions)
  // A scraped change can claim any source and name any run.
  await database.query(
    `insert into config_changes (config_id, change_type, source, details) values ($1, 'Deployed', 'playbook', '{"run_id": "none"}')`,
    [shop],
  )
  await vi.waitFor(async () => expect(await settled()).toEqual({ runs: 4, open: 0 }), waitOptions)
})

const on = (...schedules: readonly string[]) =>
  `  on: { schedule: [${schedules.map((schedule) => `{ schedule: '${schedule}' }`).join(', ')}] }\n`
const say = (text: string) => `  actions: [{ name: a, exec: { script: 'echo ${text}' } }]\n`

test('a schedule starts its playbooks, and a start that fails is in the job history', async () => {
  backend = await startTestBackend({
    database,
    resources: {
      'often.yaml': playbookDocument('often', `${on('@every 1s', '0 0 1 1 *')}${say('done')}`),
      'never.yaml': playbookDocument('never', `${on('0 0 1 1 *')}${say('never')}`),
      'aimless.yaml': playbookDocument('aimless', `${on('@every 1s')}  configs: [{ types: [Pod] }]\n${say('x')}`),
    },
  })
  await vi.waitFor(async () => expect((await outputs('often')).length).toBeGreaterThan(1), waitOptions)
  const jobs = async (name: string) =>
    (
      await database.query<{ status: string; details: { errors?: readonly string[] } }>(
        `select status, details from job_history
          where name = 'PlaybookSchedule' and resource_id = (select id::text from playbooks where name = $1) limit 1`,
        [name],
      )
    ).rows
  await vi.waitFor(async () => expect(await jobs('aimless')).toHaveLength(1), waitOptions)
  expect((await jobs('aimless'))[0]?.details.errors).toEqual(['aimless needs a target: choose a config.'])
  await vi.waitFor(async () => expect(await jobs('often')).toMatchObject([{ status: 'SUCCESS' }]), waitOptions)
  expect(await outputs('never')).toEqual([])
})
