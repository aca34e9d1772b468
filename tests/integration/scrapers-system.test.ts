import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createBackendSlot } from '#tests/fixtures/one-backend.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { createScraperClient } from '#tests/fixtures/scrapers.ts'

const { start, started, close } = createBackendSlot()
const scrapers = createScraperClient(started)

test('an empty first start has a catalog of this machine: a hundred items of eight types [CAT-02,CAT-09]', async () => {
  await start({ scrapesMachine: true })
  const run = await scrapers.lastRun('machine')
  expect([run.status, run.details.errors]).toEqual(['SUCCESS', undefined])
  const items = await scrapers.items()
  expect(items.length).toBeGreaterThanOrEqual(100)
  expect(new Set(items.map(({ type }) => type)).size).toBeGreaterThanOrEqual(8)

  const host = items.find(({ type }) => type === 'System::Host')
  expect(host).toMatchObject({ name: hostname(), config_class: 'Node', health: 'healthy', path: null })
  const root = items.find(({ type, name }) => type === 'System::User' && name === 'root')
  expect(root).toMatchObject({ parent_id: host?.id, path: host?.id, config: { uid: 0, gid: 0 } })

  const port = Number(new URL(started().url).port)
  const own = items.find(({ type, name }) => type === 'System::Port' && name === `tcp/127.0.0.1:${port}`)
  const process = items.find(({ id }) => id === own?.['parent_id'])
  expect(own).toMatchObject({ status: 'Listening', path: `${host?.id}.${process?.id}` })
  expect(process).toMatchObject({ type: 'System::Process', config: { pid: globalThis.process.pid } })

  const related = z
    .array(z.looseObject({ id: z.string(), type: z.string(), related_ids: z.array(z.string()) }))
    .parse(await scrapers.read(`rpc/related_configs_recursive?config_id=${host?.id}&max_depth=10&type_filter=outgoing`))
  expect(related.length).toBe(items.length)
  const groups = new Set(related.filter(({ type }) => type === 'System::Group').map(({ id }) => id))
  expect(related.find(({ id }) => id === root?.id)?.related_ids.some((id) => groups.has(id))).toBe(true)
})

test('unchanged items stay as they are, and the machine is not scraped again once a scraper exists', async () => {
  await start({ scrapesMachine: true })
  const { database, resourcesDir } = started()
  const first = await scrapers.lastRun('machine')
  const before = await scrapers.items('type=eq.System::User')
  const { summary } = await scrapers.run('machine')
  expect(summary?.['unchanged']).toBeGreaterThanOrEqual(first.success_count - 20)
  expect(await scrapers.items('type=eq.System::User')).toEqual(before)

  await started().app.inject({ method: 'PATCH', url: '/api/db/config_scrapers', payload: { deleted_at: new Date() } })
  await eventually(async () => expect(await scrapers.items()).toEqual([]))
  await started().stop()
  await start({ scrapesMachine: true, database, resourcesDir })
  expect(await scrapers.read('config_scrapers?deleted_at=is.null')).toEqual([])
  await close()
  await database.close()
})
