import { expect, test, vi } from 'vitest'
import { canaryDocument } from '#tests/fixtures/backend.ts'
import { checkingTests } from '#tests/fixtures/checking.ts'

const { database, start, started, waitOptions } = checkingTests()
const rowsByName = async () => (await started().rows()).sort((a, b) => (a.name < b.name ? -1 : 1))
const statuses = async () => (await rowsByName()).map(({ name, status, message }) => [name, status, message])

test('a catalog check judges the items of the console, by its selectors and its test', async () => {
  await database().query(
    `insert into config_items (config_class, type, name, health)
     values ('Host', 'Rack::Host', 'h1', 'healthy'), ('Host', 'Rack::Host', 'h2', 'healthy')`,
  )
  const selector = 'selector: [{ types: ["Rack::Host"] }]'
  await start({
    resources: {
      'catalog.yaml': canaryDocument(
        'catalog',
        `  catalog:
    - { name: none unhealthy, ${selector}, test: { expr: 'results.all(r, r.health != "unhealthy")' } }
    - { name: all listed, ${selector}, test: { expr: 'count == 2' } }
    - { name: gone, selector: { types: ["Rack::Switch"] }, markFailOnEmpty: true }
`,
      ),
    },
  })
  await vi.waitFor(
    async () =>
      expect(await statuses()).toEqual([
        ['all listed', 'healthy', '2 items: 2 healthy'],
        ['gone', 'unhealthy', 'The result is empty.'],
        ['none unhealthy', 'healthy', '2 items: 2 healthy'],
      ]),
    waitOptions,
  )
  await database().query("update config_items set health = 'unhealthy' where name = 'h2'")
  await vi.waitFor(
    async () =>
      expect((await statuses()).at(-1)).toEqual([
        'none unhealthy',
        'unhealthy',
        'Test failed. 2 items: 1 unhealthy, 1 healthy',
      ]),
    waitOptions,
  )
})
