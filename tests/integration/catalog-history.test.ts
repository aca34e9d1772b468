import { describe, expect, test } from 'vitest'
import { itemSnapshotSchema, type ItemSnapshot } from '#shared/catalog/as-of.ts'
import { deleteChanges, deleteInsights, deleteVersions } from '#relay/backend/catalog/retention.ts'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { scrapingTests } from '#tests/fixtures/scraping.ts'

const tests = scrapingTests()
const { started, scrapers, at, put, database } = tests

const spec = () => `  retention:
    staleItemAge: 1ms
  file:
    - type: App
      id: $.id
      name: $.name
      status: $.status
      health: $.health
      paths: ['${at()}/*.json']
      transform:
        relationship:
          - { expr: 'config.of.map(p, {"id": p})', parent: true }
          - { expr: 'config.uses.map(u, {"id": u})' }
`
/** Waits for the initial run, so that a later run does not join it. */
const begin = async () => {
  await tests.start({ 'apps.yaml': scraperDocument('apps', spec()) })
  await scrapers.lastRun('apps')
}

const app = (more: object = {}) => ({
  id: 'shop',
  name: 'shop',
  status: 'ok',
  health: 'healthy',
  of: [],
  uses: [],
  ...more,
})

const moment = async (): Promise<string> => {
  const now = new Date().toISOString()
  await expect.poll(() => new Date().toISOString() > now, { interval: 1 }).toBe(true)
  return now
}
const scrape = async (): Promise<string> => {
  await scrapers.run('apps')
  return moment()
}
const findId = async (name: string) => (await scrapers.item(name))?.id ?? ''
const ask = async (id: string, when: string) => {
  const { statusCode, body } = await started().app.inject(`/api/catalog/${id}/as-of?at=${encodeURIComponent(when)}`)
  return { status: statusCode, body: JSON.parse(body) as unknown }
}
const readItemAt = async (id: string, when: string): Promise<ItemSnapshot> =>
  itemSnapshotSchema.parse((await ask(id, when)).body)
const related = async (id: string, when: string) => {
  const rows = await scrapers.read(
    `rpc/related_configs_as_of?config_id=${id}&at=${encodeURIComponent(when)}&type_filter=all&select=name,health,related_ids`,
  )
  return (rows as { name: string; health: string | null; related_ids: string[] }[]).map(
    ({ name, health, related_ids: ids }) => `${name} ${health} ${ids.length}`,
  )
}

describe('an item at a point in time', () => {
  test('has the document, facts and relationships of that time, regardless of later changes', async () => {
    await begin()
    const before = await moment()
    for (const name of ['node', 'settings']) await put(`${name}.json`, app({ id: name, name }))
    await put('shop.json', app({ of: ['node'] }))
    const first = await scrape()
    await put('shop.json', app({ status: 'broken', health: 'unhealthy', uses: ['settings'] }))
    const second = await scrape()
    await put('shop.json', app({ name: 'store', of: ['node'] }))
    const third = await scrape()
    const id = await findId('store')

    expect((await readItemAt(id, before)).presence.kind).toBe('unborn')
    const then = await readItemAt(id, first)
    expect(then.facts).toMatchObject({ name: 'shop', status: 'ok', health: 'healthy' })
    expect(JSON.parse(then.document ?? '')).toEqual(app({ of: ['node'] }))
    expect([then.changedAt, then.gaps]).toEqual([null, []])
    expect(await related(id, first)).toEqual(['shop healthy 0', 'node healthy 1'])

    const middle = await readItemAt(id, second)
    expect(middle.facts).toMatchObject({ name: 'shop', status: 'broken', health: 'unhealthy' })
    expect(JSON.parse(middle.document ?? '')).toMatchObject({ status: 'broken', uses: ['settings'] })
    expect([middle.changedAt, middle.changesAt]).toEqual([expect.any(String), expect.any(String)])
    expect(await related(id, second)).toEqual(['shop unhealthy 1', 'settings healthy 0'])

    expect(JSON.parse((await readItemAt(id, third)).document ?? '')).toEqual(app({ name: 'store', of: ['node'] }))
    expect(await related(id, third)).toEqual(['store healthy 0', 'node healthy 1'])
  })

  test('omits a relationship between its end and its return', async () => {
    await begin()
    await put('settings.json', app({ id: 'settings', name: 'settings' }))
    await put('shop.json', app({ uses: ['settings'] }))
    const first = await scrape()
    await put('shop.json', app())
    const second = await scrape()
    await put('shop.json', app({ uses: ['settings'] }))
    const third = await scrape()
    const id = await findId('shop')
    const counts = await Promise.all([first, second, third].map(async (when) => (await related(id, when)).length))
    expect(counts).toEqual([2, 1, 2])
  })

  test('reports deleted history as a gap with its span, without substitute values', async () => {
    await begin()
    await put('shop.json', app())
    const first = await scrape()
    await put('shop.json', app({ health: 'unhealthy' }))
    const second = await scrape()
    await put('shop.json', app({ health: 'warning' }))
    await scrape()
    const id = await findId('shop')
    await deleteChanges(database(), { kind: 'rest', except: [] }, { name: 'diff', count: 1 })
    const then = await readItemAt(id, first)
    expect(then.document).toBeNull()
    expect(then.gaps).toEqual([
      {
        about: 'document',
        from: expect.any(String),
        until: expect.any(String),
        reason: 'Changes from this time are no longer retained.',
      },
    ])
    expect(then.facts?.health).toBe('healthy')
    expect(JSON.parse((await readItemAt(id, second)).document ?? '')).toMatchObject({ health: 'unhealthy' })

    await deleteVersions(database(), 0)
    const bare = await readItemAt(id, first)
    expect(bare.facts).toMatchObject({ name: 'shop', health: null, since: null })
    expect(bare.gaps.map(({ about }) => about)).toEqual(['document', 'facts'])

    const insight =
      "insert into config_analysis (config_id, analyzer, first_observed, last_observed) values ($1, 'old', $2, $2)"
    await database().query(insight, [id, first])
    expect((await readItemAt(id, first)).gaps.map(({ about }) => about)).toEqual(['document', 'facts'])
    expect(await deleteInsights(database(), 0)).toBe(1)
    const gap = (await readItemAt(id, first)).gaps.find(({ about }) => about === 'insights')
    expect([gap?.from, Date.parse(gap?.until ?? '')]).toEqual([null, Date.parse(first)])
    expect((await readItemAt(id, second)).gaps.filter(({ about }) => about === 'insights')).toEqual([])
  })

  test('reports a change without a diff, or with a wrong diff, as a gap up to it', async () => {
    await begin()
    await put('shop.json', app())
    const first = await scrape()
    await put('shop.json', app({ status: 'other' }))
    await scrape()
    const id = await findId('shop')
    await database().query("update config_changes set diff = '@@ -1 +1 @@\n-a\n+b\n'")
    const unfitting = await readItemAt(id, first)
    await database().query('update config_changes set diff = null')
    const unkept = await readItemAt(id, first)
    expect([unfitting, unkept].map(({ document, gaps }) => [document, gaps[0]?.reason])).toEqual([
      [null, 'The diff of a change does not match the document after it.'],
      [null, 'The change was too large for its diff to be stored.'],
    ])
  })

  test('shows the last known item with a gap while its scraper failed', async () => {
    await begin()
    await put('shop.json', app())
    await scrape()
    const id = await findId('shop')
    await put('shop.json', '{"id": "shop", broken')
    const broken = await scrape()
    await put('shop.json', app({ status: 'mended' }))
    await scrape()
    const then = await readItemAt(id, broken)
    expect(then.gaps.map(({ about, from, until }) => [about, from === null, until === null])).toEqual([
      ['scraping', false, false],
    ])
    expect(JSON.parse(then.document ?? '')).toMatchObject({ status: 'ok' })
  })

  test('rejects an invalid request with instructions', async () => {
    await begin()
    await put('shop.json', app())
    await scrape()
    const id = await findId('shop')
    expect(await ask(id, 'nonsense')).toEqual({
      status: 400,
      body: { error: 'at: "nonsense" is not a valid time. Use a timestamp such as 2026-03-24T03:00:00Z, or 1h.' },
    })
    expect(await ask(id, '2999-01-01T00:00:00Z')).toEqual({
      status: 400,
      body: { error: 'at: "2999-01-01T00:00:00Z" is in the future.' },
    })
    expect(await ask('00000000-0000-4000-8000-000000000000', '1m')).toEqual({ status: 200, body: null })
    expect(await ask('nothing', '1m')).toEqual({ status: 200, body: null })
  })
})
