import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { detectChanges } from '#relay/backend/catalog/detect-changes.ts'
import { compareItems } from '#relay/backend/catalog/compare-items.ts'
import { resolveLinks } from '#relay/backend/catalog/resolve-links.ts'
import type { ItemLink, ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import { writeItems } from '#relay/backend/catalog/write-items.ts'
import type { Database } from '#relay/database/database.ts'
import { kinds } from '#tests/fixtures/databases.ts'

const scrapedItem = (id: string, links: readonly ItemLink[] = [], more: Partial<ScrapedItem> = {}): ScrapedItem => ({
  type: 'Thing',
  id,
  aliases: [],
  configClass: 'Thing',
  name: id,
  description: null,
  icon: null,
  status: null,
  health: null,
  ready: null,
  labels: {},
  tags: {},
  properties: [],
  config: { id },
  source: null,
  createdAt: null,
  deletedAt: null,
  changes: [],
  insights: [],
  links,
  ...more,
})
const parent = (id: string): ItemLink => ({ kind: 'parent', to: { type: 'Thing', id } })
const uses = (to: Extract<ItemLink, { kind: 'related' }>['to']): ItemLink => ({ kind: 'related', relation: 'uses', to })

const restart = (createdAt: string, externalId?: string) => ({
  changeType: 'Restarted',
  severity: 'low',
  source: 'events',
  summary: 'Back-off',
  createdAt,
  ...(externalId !== undefined && { externalId }),
})
const podWithChanges = (...changes: ScrapedItem['changes']) => scrapedItem('pod', [], { changes })

describe.each(kinds)('on a $kind database', ({ open }) => {
  let database: Database
  let scraperId: string
  let scrapes = 0
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await database.query('truncate config_scrapers, config_items cascade')
    const { rows } = await database.query<{ id: string }>(
      "insert into config_scrapers (name, spec, source) values ('links', '{}', 'UI') returning id",
    )
    scraperId = rows[0]?.id ?? ''
  })

  /** Writes items as one scraper run would. */
  const scrape = async (...items: ScrapedItem[]) => {
    const at = new Date(Date.UTC(2026, 0, 1) + (scrapes += 1) * 60_000).toISOString()
    const compared = await compareItems(database, { scraperId, at }, items)
    await writeItems(
      database,
      { scraperId, at },
      compared.flatMap((each) => (each.kind === 'refused' ? [] : [{ compared: each, changes: detectChanges(each) }])),
    )
    return resolveLinks(database, true)
  }
  const paths = async () => {
    const { rows } = await database.query<{ name: string; above: string[] }>(
      `select name, array(select above.name from config_items as above
                           where above.id = any(string_to_array(config_items.path, '.')::uuid[])
                           order by position(above.id::text in config_items.path)) as above
         from config_items order by name`,
    )
    return Object.fromEntries(rows.map(({ name, above }) => [name, above]))
  }
  const relations = async () => {
    const { rows } = await database.query<{ line: string }>(
      `select concat_ws(' ', one.name, relation, other.name) as line
         from config_relationships
         join config_items as one on one.id = config_id join config_items as other on other.id = related_id
        where config_relationships.deleted_at is null order by 1`,
    )
    return rows.map(({ line }) => line)
  }

  test('builds an item’s path from its parents, even when they arrive later', async () => {
    await scrape(scrapedItem('pod', [parent('set')]), scrapedItem('set', [parent('missing'), parent('space')]))
    expect(await paths()).toEqual({ pod: ['set'], set: [] })
    await scrape(scrapedItem('space', [parent('cluster')]), scrapedItem('cluster'))
    expect(await paths()).toEqual({
      cluster: [],
      pod: ['cluster', 'space', 'set'],
      set: ['cluster', 'space'],
      space: ['cluster'],
    })
    await scrape(scrapedItem('set', []))
    expect(await paths()).toMatchObject({ pod: ['set'], set: [] })
  })

  test('removes and reports parents that form a cycle', async () => {
    const { circles } = await scrape(
      scrapedItem('a', [parent('b')]),
      scrapedItem('b', [parent('c')]),
      scrapedItem('c', [parent('a')]),
      scrapedItem('own', [parent('own')]),
    )
    expect(circles).toEqual([
      expect.stringMatching(
        /^The parents of [abc] form a cycle \([abc], [abc], [abc], [abc]\)\. The parent of [abc] was removed\.$/,
      ),
    ])
    const above = Object.values(await paths())
    expect(above.map(({ length }) => length).toSorted((one, other) => one - other)).toEqual([0, 0, 1, 2])
  })

  test('links items by id, by alias, and by name, namespace and labels', async () => {
    await scrape(
      scrapedItem('web', [
        uses({ id: 'db-alias' }),
        uses({ type: 'Thing', name: 'cache', namespace: 'shop' }),
        uses({ type: 'Thing', labels: { tier: 'queue' } }),
        uses({ type: 'Other', id: 'db' }),
      ]),
      scrapedItem('db', [], { aliases: ['db-alias'] }),
      scrapedItem('cache', [], { id: 'c1', tags: { namespace: 'shop' } }),
      scrapedItem('cache', [], { id: 'c2', tags: { namespace: 'other' } }),
      scrapedItem('queue', [], { labels: { tier: 'queue', app: 'x' } }),
    )
    expect(await relations()).toEqual(['web uses cache', 'web uses db', 'web uses queue'])
    await scrape(scrapedItem('web', [uses({ type: 'Thing', id: 'queue' })]))
    expect(await relations()).toEqual(['web uses queue'])
    await scrape(scrapedItem('web'))
    expect(await relations()).toEqual([])
  })

  test('keeps a cycle of relationships and ends there when following it [CAT-09]', async () => {
    await scrape(scrapedItem('a', [uses({ id: 'b' })]), scrapedItem('b', [uses({ id: 'a' })]))
    const { rows } = await database.query<{ id: string }>("select id from config_items where name = 'a'")
    const related = await database.query<{ name: string }>(
      'select name from related_configs_recursive($1, max_depth => 10)',
      [rows[0]?.id],
    )
    expect(related.rows.map(({ name }) => name)).toEqual(['a', 'b'])
  })

  test('counts a change again only when it happened again', async () => {
    await scrape(podWithChanges(restart('2026-01-01T10:00:00Z'), restart('2026-01-01T10:00:00Z', 'e1')))
    await scrape(podWithChanges(restart('2026-01-01T10:00:00Z'), restart('2026-01-01T10:00:00Z', 'e1')))
    await scrape(podWithChanges(restart('2026-01-01T11:00:00Z')))
    const { rows } = await database.query(
      'select external_change_id = $1 as has_id, count, created_at, first_observed from config_changes order by count',
      ['e1'],
    )
    expect(rows).toEqual([
      { has_id: true, count: 1, created_at: '2026-01-01T10:00:00+00:00', first_observed: '2026-01-01T10:00:00+00:00' },
      { has_id: false, count: 2, created_at: '2026-01-01T11:00:00+00:00', first_observed: '2026-01-01T10:00:00+00:00' },
    ])
  })

  test.each(['oldest first', 'newest first'])(
    'counts each time of a change once, reported %s and again',
    async (order) => {
      const scrapeHours = async (...hours: readonly number[]) => {
        const restarts = hours.map((hour) => restart(`2026-01-01T1${hour}:00:00Z`))
        await scrape(podWithChanges(...(order === 'oldest first' ? restarts : restarts.toReversed())))
      }
      await scrapeHours(0, 1)
      await scrapeHours(0, 1, 2)
      await scrapeHours(1, 2)
      const { rows } = await database.query('select count, created_at, first_observed from config_changes')
      expect(rows).toEqual([
        { count: 3, created_at: '2026-01-01T12:00:00+00:00', first_observed: '2026-01-01T10:00:00+00:00' },
      ])
    },
  )

  test('records a health change with its severity, and none for a new item', async () => {
    await scrape(scrapedItem('a', [], { health: 'unhealthy', status: 'Failed' }))
    await scrape(scrapedItem('a', [], { health: 'healthy', status: 'Running' }))
    await scrape(scrapedItem('a', [], { health: 'warning', status: 'Slow' }))
    const { rows } = await database.query(
      'select change_type, severity, summary from config_changes order by created_at',
    )
    expect(rows).toEqual([
      { change_type: 'Healthy', severity: 'info', summary: 'Running' },
      { change_type: 'Warning', severity: 'low', summary: 'Slow' },
    ])
  })

  test('rejects an id of another scraper with its name, until that scraper is deleted', async () => {
    await scrape(scrapedItem('shared'))
    const { rows } = await database.query<{ id: string }>(
      "insert into config_scrapers (name, spec, source) values ('second', '{}', 'UI') returning id",
    )
    const second = { scraperId: rows[0]?.id ?? '', at: new Date().toISOString() }
    const claim = () => compareItems(database, second, [scrapedItem('shared', [], { config: 'other' })])
    expect(await claim()).toMatchObject([
      { kind: 'refused', reason: 'Thing "shared" already belongs to the scraper links and was left unchanged.' },
    ])
    await database.query('update config_scrapers set deleted_at = now() where id = $1', [scraperId])
    expect(await claim()).toMatchObject([{ kind: 'known' }])
  })

  const addScraper = async (name: string) => {
    const { rows } = await database.query<{ id: string }>(
      "insert into config_scrapers (name, spec, source) values ($1, '{}', 'UI') returning id",
      [name],
    )
    return rows[0]?.id ?? ''
  }

  test.each([false, true])(
    'of two scrapers that found an id at the same time, one stores it (deleted before: %s)',
    async (wasDeleted) => {
      if (wasDeleted) {
        await scrape(scrapedItem('shared'))
        await database.query('update config_items set deleted_at = now()')
      }
      const at = new Date().toISOString()
      const claims = await Promise.all(
        ['left', 'right'].map(async (name) => {
          const claim = { scraperId: await addScraper(name), at }
          return { claim, compared: await compareItems(database, claim, [scrapedItem('shared', [], { config: name })]) }
        }),
      )
      const written = await Promise.all(
        claims.map(({ claim, compared }) =>
          writeItems(
            database,
            claim,
            compared.flatMap((each) => (each.kind === 'refused' ? [] : [{ compared: each, changes: [] }])),
          ),
        ),
      )
      expect(written.flatMap(({ lost }) => lost)).toHaveLength(1)
      const { rows } = await database.query('select external_id from config_items where deleted_at is null')
      expect(rows).toEqual([{ external_id: ['shared'] }])
    },
  )
})
