import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createServerDatabase } from '#tests/fixtures/databases.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { connectRaw } from '#tests/fixtures/live-socket.ts'
import { startRelay } from '#tests/fixtures/relay.ts'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'

const start = async (document: string) =>
  startRelay({ env: { DATABASE_URL: await createServerDatabase() }, resources: { 'services.yaml': document } })

const scraper = (folder: string) =>
  scraperDocument(
    'services',
    `  file:
    - type: App::Service
      id: $.name
      name: $.name
      paths: ['${folder}/*.json']
      transform:
        relationship:
          - { filter: has(config.uses), expr: '[{"id": config.uses}]' }
          - { filter: has(config.of), expr: '[{"id": config.of}]', parent: true }
        insights:
          - filter: config.replicas == 1
            analyzer: replicas
            analysis_type: availability
            severity: high
            summary: '{{.name}} runs once'
`,
    '@every 1s',
  )

test(
  'reports changes of insights, relationships and scraper runs without their content',
  { timeout: 120_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'marks-'))
    const write = (name: string, item: object) =>
      writeFile(join(folder, `${name}.json`), JSON.stringify({ name, replicas: 2, ...item }))
    await write('shop', {})
    await write('search', {})
    const relay = await start(scraper(folder))
    const countRows = async (relation: string) => {
      const response = await fetch(`${relay.url}/api/db/${relation}`)
      return ((await response.json()) as unknown[]).length
    }
    await eventually(async () => expect(await countRows('config_items?type=eq.App::Service')).toBe(2))

    const follow = async (topic: string) => {
      const viewer = await connectRaw(relay.url)
      expect(await viewer.subscribe({ topic, params: {} })).toMatchObject({ ok: true })
      await viewer.next('snapshot')
      return viewer
    }
    const insights = await follow('catalog.insights')
    const relationships = await follow('catalog.relationships')
    const scrapers = await follow('catalog.scrapers')
    expect(await scrapers.next('patch')).toMatchObject({ put: [{ table: 'config_scrapers' }] })

    await write('search', { replicas: 1, uses: 'shop' })
    const nextPatch = async (viewer: typeof insights, table: string) => {
      const { put } = await viewer.next('patch')
      expect(put).toEqual([{ table, mark: expect.stringMatching(/^[\w-]{43}$/) }])
    }
    /** An item is reported before its links are resolved. */
    const expectCount = (relation: string, count: number) =>
      eventually(async () => {
        await nextPatch(relationships, 'config_relationships')
        expect(await countRows(relation)).toBe(count)
      })
    const related = 'config_relationships?deleted_at=is.null'
    await nextPatch(insights, 'config_analysis')
    await expectCount(related, 1)

    await write('search', { replicas: 2 })
    await expectCount(related, 0)
    await write('search', { replicas: 1, uses: 'shop' })
    await expectCount(related, 1)

    await write('cart', { of: 'till' })
    await expectCount('config_items?name=eq.cart', 1)
    await write('till', {})
    await expectCount('config_items?parent_id=not.is.null', 1)

    for (const viewer of [insights, relationships, scrapers]) viewer.close()
    expect(await relay.stop()).toBe(0)
    await rm(folder, { recursive: true, force: true })
  },
)

const service = (folder: string, health: string) =>
  scraperDocument(
    'services',
    `  file: [{ type: App::Service, id: $.name, name: $.name, health: ${health}, paths: ['${folder}/*.json'] }]\n`,
  )

test('reports an item whose health changes while its document does not', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'marks-'))
  await writeFile(join(folder, 'shop.json'), JSON.stringify({ name: 'shop' }))
  const relay = await start(service(folder, 'healthy'))
  const readHealth = async () => {
    const response = await fetch(`${relay.url}/api/db/config_items?select=health&type=eq.App::Service`)
    return response.json()
  }
  await eventually(async () => expect(await readHealth()).toEqual([{ health: 'healthy' }]))
  const viewer = await connectRaw(relay.url)
  expect(await viewer.subscribe({ topic: 'catalog.items', params: {} })).toMatchObject({ ok: true })
  await viewer.next('snapshot')

  await writeFile(join(relay.resourcesDir, 'services.yaml'), service(folder, 'unhealthy'))
  await eventually(async () => expect(await readHealth()).toEqual([{ health: 'unhealthy' }]))
  expect(await viewer.next('patch')).toMatchObject({ put: [{ table: 'config_items' }] })

  viewer.close()
  expect(await relay.stop()).toBe(0)
  await rm(folder, { recursive: true, force: true })
})
