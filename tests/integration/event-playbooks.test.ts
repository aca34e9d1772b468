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
