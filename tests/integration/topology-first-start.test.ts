import { expect, test } from 'vitest'
import { createBackendSlot } from '#tests/fixtures/one-backend.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { createScraperClient } from '#tests/fixtures/scrapers.ts'
import { createTopologyClient } from '#tests/fixtures/topologies.ts'

const { start, started, close } = createBackendSlot()
const topologies = createTopologyClient(started)
const scrapers = createScraperClient(started)

test('an empty first start shows this machine and the console with real properties [SHELL-07]', async () => {
  await start({ scrapesMachine: true })
  await scrapers.run('machine')
  await eventually(async () => {
    await topologies.run('console')
    const roots = await topologies.roots()
    expect(roots.map(({ name, health }) => [name, health])).toEqual([
      ['Quarterdeck', 'healthy'],
      ['This machine', expect.stringMatching(/healthy|warning/)],
    ])
    const [console, machine] = roots
    expect(console?.components?.map(({ name }) => name)).toEqual([
      'Data',
      'Database',
      'Name resolution',
      'Notifications',
      'Relay',
    ])
    expect(console?.components?.[0]).toMatchObject({
      properties: [{ name: 'free', unit: 'bytes', value: expect.any(Number) }],
    })
    expect(machine?.properties?.find(({ name }) => name === 'memory')).toMatchObject({
      unit: 'bytes',
      value: expect.any(Number),
    })
    const files = machine?.components?.find(({ name }) => name === 'File systems')
    expect(files?.components?.find(({ name }) => name === '/')).toMatchObject({ type: 'FileSystem', status: 'Mounted' })
    const programs = machine?.components?.find(({ name }) => name === 'Listening programs')
    expect(programs?.components?.length).toBeGreaterThan(0)
  })
  expect(await topologies.errors('console')).toEqual([])
})

test('a deleted topology does not return at the next start', async () => {
  await start({ scrapesMachine: true })
  const { database, resourcesDir } = started()
  await scrapers.run('machine')
  await database.query('update topologies set deleted_at = now()')
  await started().stop()
  await start({ database, resourcesDir, scrapesMachine: true })
  await scrapers.run('machine')
  expect((await database.query('select id from topologies where deleted_at is null')).rows).toEqual([])
  await close()
  await database.close()
})
