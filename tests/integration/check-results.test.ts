import { Registry } from 'prom-client'
import { expect, test, vi } from 'vitest'
import { createCheckMetrics } from '#relay/http/check-metrics.ts'
import { canaryDocument } from '#tests/fixtures/backend.ts'
import { checkingTests } from '#tests/fixtures/checking.ts'

const { database, start, started, target, waitOptions } = checkingTests()
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

const measuredDocument = (value: string) =>
  canaryDocument(
    'rates',
    `  http:
    - name: home
      url: ${target().url}
      metrics:
        - name: home_code
          type: gauge
          value: ${value}
          labels:
            - { name: canary, valueExpr: canary.name }
      transform:
        expr: '[{"name": "part", "metrics": [{"name": "parts_total", "type": "counter", "value": 2}]}, {"name": "part"}]'
`,
  )

test('exports metrics of checks, and reports repeated names and values that are no numbers', async () => {
  const registry = new Registry()
  const { series } = createCheckMetrics(registry)
  const backend = await start({ series, resources: { 'rates.yaml': measuredDocument('code') } })
  await vi.waitFor(async () => {
    expect(await registry.metrics()).toContain('\nhome_code{canary="rates"} 200\n')
    expect((await backend.row('home'))?.warnings).toEqual([
      'transform: more than one result is named "part"; the last one is used.',
    ])
  }, waitOptions)
  await backend.write('rates.yaml', measuredDocument(`'"ok"'`))
  await vi.waitFor(async () => {
    expect(await registry.metrics()).not.toContain('home_code')
    expect((await backend.row('home'))?.warnings?.[0]).toBe('Metric home_code: the value must be a number, got "ok".')
  }, waitOptions)
})
