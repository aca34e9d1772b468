import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteChanges, deleteInsights, removeDeleted } from '#relay/backend/catalog/retention.ts'
import type { Database } from '#relay/database/database.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { kinds } from '#tests/fixtures/databases.ts'
import { scraperDocument, createScraperClient } from '#tests/fixtures/scrapers.ts'

const dayMs = 24 * 60 * 60 * 1_000

describe.each(kinds)('on a $kind database', ({ open }) => {
  let database: Database
  let scraperId: string
  let otherId: string
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  const insertId = async (sql: string, ...parameters: unknown[]): Promise<string> =>
    (await database.query<{ id: string }>(`${sql} returning id`, parameters)).rows[0]?.id ?? ''
  const item = (scraper: string, name: string, deletedDays: number | null) =>
    insertId(
      `insert into config_items (scraper_id, type, config_class, name, deleted_at)
       values ($1, 'App::Web', 'App', $2, now() - make_interval(days => $3))`,
      scraper,
      name,
      deletedDays,
    )
  const change = (configId: string, type: string, days: number) =>
    insertId(
      `insert into config_changes (config_id, change_type, summary, created_at)
       values ($1, $2, $3, now() - make_interval(days => $4))`,
      configId,
      type,
      `${days}`,
      days,
    )
  const left = async (sql: string) => (await database.query<{ line: string }>(sql)).rows.map(({ line }) => line)
  const changes = () => left("select change_type || ' ' || summary as line from config_changes order by 1")
  const items = () => left('select name as line from config_items order by 1')
  beforeEach(async () => {
    await database.query('truncate config_scrapers, config_items, playbooks cascade')
    const scraper = "insert into config_scrapers (name, spec, source) values ($1, '{}', 'UI')"
    scraperId = await insertId(scraper, 'one')
    otherId = await insertId(scraper, 'other')
  })

  test('deletes changes by age and count per item, by the scraper’s rules or the default age', async () => {
    const own = { kind: 'scraper', id: scraperId } as const
    const one = await item(scraperId, 'one', null)
    const foreign = await item(otherId, 'foreign', null)
    for (const days of [1, 2, 3, 90]) await change(one, 'diff', days)
    for (const days of [1, 90]) await change(one, 'BackOff', days)
    await change(foreign, 'diff', 90)
    expect(await deleteChanges(database, own, { name: 'diff', count: 2 })).toBe(2)
    expect(await changes()).toEqual(['BackOff 1', 'BackOff 90', 'diff 1', 'diff 2', 'diff 90'])
    const rest = { kind: 'rest', except: [{ scraperId, name: 'Back*' }] } as const
    expect(await deleteChanges(database, rest, { name: '*', ageMs: 60 * dayMs })).toBe(1)
    expect(await changes()).toEqual(['BackOff 1', 'BackOff 90', 'diff 1', 'diff 2'])
    expect(await deleteChanges(database, own, { name: 'Back*', ageMs: 30 * dayMs })).toBe(1)
    expect(await changes()).toEqual(['BackOff 1', 'diff 1', 'diff 2'])
  })

  test('removes deleted items with their data, except those that are still referenced', async () => {
    const deletedItem = await item(scraperId, 'gone', 8)
    await change(deletedItem, 'diff', 90)
    await item(scraperId, 'lately', 1)
    await item(otherId, 'foreign', 8)
    const ran = await item(otherId, 'ran', 8)
    const playbook = await insertId("insert into playbooks (name, spec, source) values ('p', '{}', 'UI')")
    await database.query("insert into playbook_runs (playbook_id, config_id, status) values ($1, $2, 'completed')", [
      playbook,
      ran,
    ])
    const linking = await item(scraperId, 'linking', null)
    await database.query("insert into config_relationships (config_id, related_id, relation) values ($1, $2, 'uses')", [
      linking,
      deletedItem,
    ])
    await database.query("insert into relay.config_links (config_id, links, is_due) values ($1, '[]', false)", [
      linking,
    ])
    const rest = { kind: 'rest', except: [{ scraperId: otherId, name: 'App::*' }] } as const
    expect(await removeDeleted(database, rest, { name: '*', deletedMs: 7 * dayMs })).toBe(1)
    expect(await items()).toEqual(['foreign', 'lately', 'linking', 'ran'])
    expect(await changes()).toEqual([])
    expect(await left('select is_dangling::text as line from relay.config_links')).toEqual(['true'])
    const own = { kind: 'scraper', id: otherId } as const
    expect(await removeDeleted(database, own, { name: 'App::W*', deletedMs: 7 * dayMs })).toBe(1)
    expect(await items()).toEqual(['lately', 'linking', 'ran'])
  })

  test('deletes insights that were not observed for a long time', async () => {
    const one = await item(scraperId, 'one', null)
    await database.query(
      `insert into config_analysis (config_id, analyzer, summary, first_observed, last_observed)
       values ($1, 'a', 'old', now() - interval '90 days', null), ($1, 'a', 'seen', now() - interval '90 days', now())`,
      [one],
    )
    expect(await deleteInsights(database, 60 * dayMs)).toBe(1)
    expect(await left('select summary as line from config_analysis')).toEqual(['seen'])
  })
})

test('deletes items older than the scraper allows, until they change [CAT-15,CAT-16]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scraped-'))
  const put = (version: number) =>
    writeFile(join(folder, 'a.json'), JSON.stringify({ id: 'a', since: 1_700_000_000, version }))
  await put(1)
  const document = scraperDocument(
    'aged',
    `  retention:
    changes: [{ name: diff, age: 30d, count: 10 }]
    types: [{ name: 'App*', updatedAge: 30d, deletedAge: 7d }, { name: Job, createdAge: 1h }]
  file: [{ paths: ['${folder}/*'], type: Job, id: $.id, createFields: [$.since] }]
`,
  )
  const backend: TestBackend = await startTestBackend({ resources: { 'aged.yaml': document } })
  const scrapers = createScraperClient(() => backend)
  await scrapers.run('aged')
  expect(await scrapers.item('a')).toMatchObject({ delete_reason: 'RETENTION', deleted_at: expect.any(String) })
  const { summary } = await scrapers.run('aged')
  expect(summary).toMatchObject({ unchanged: 1, updated: 0, deleted: 0 })
  await put(2)
  expect((await scrapers.run('aged')).summary).toMatchObject({ updated: 1, deleted: 1, changes: 1 })
  await backend.close()
  await rm(folder, { recursive: true, force: true })
})
