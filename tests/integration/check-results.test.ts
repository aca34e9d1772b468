import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { createCheckMetrics } from '#relay/http/check-metrics.ts'
import { canaryDocument, startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { startHttpTarget } from '#tests/fixtures/http-target.ts'

let target: Awaited<ReturnType<typeof startHttpTarget>>
let database: Database
let backend: TestBackend | undefined
beforeAll(async () => {
  database = await openServer()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.query('truncate canaries, checks, job_history cascade')
  target = await startHttpTarget()
})
afterEach(async () => {
  await backend?.close()
  backend = undefined
  await target.close()
})

const waitOptions = { timeout: 20_000, interval: 50 }
const http = (name: string, more = '') => `  http:
    - name: ${name}
      url: ${target.url}
${more}`
const started = (): TestBackend => {
  if (backend === undefined) throw new Error('no backend')
  return backend
}

const measuredDocument = (value: string) =>
  canaryDocument(
    'rates',
    `  http:
    - name: home
      url: ${target.url}
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
  backend = await startTestBackend({ database, series, resources: { 'rates.yaml': measuredDocument('code') } })
  await vi.waitFor(async () => {
    expect(await registry.metrics()).toContain('\nhome_code{canary="rates"} 200\n')
    expect((await backend?.row('home'))?.warnings).toEqual([
      'transform: more than one result is named "part"; the last one is used.',
    ])
  }, waitOptions)
  await backend.write('rates.yaml', measuredDocument(`'"ok"'`))
  await vi.waitFor(async () => {
    expect(await registry.metrics()).not.toContain('home_code')
    expect((await backend?.row('home'))?.warnings?.[0]).toBe('Metric home_code: the value must be a number, got "ok".')
  }, waitOptions)
})

const transformed = (expr: string, retention: string) =>
  canaryDocument(
    'parts',
    http(
      'home',
      `      transformDeleteStrategy: MarkUnhealthy
      transformRetention: ${retention}
      transform:
        expr: '${expr}'
`,
    ),
  )
const parts = (type: string) =>
  `[{"name": "part", "type": "${type}"}, {"name": "part", "type": "${type}", "pass": true}]`

test('a transformed check keeps its id and one row over runs, is marked once when absent, and removed after its retention', async () => {
  const stored = async () => {
    const sql = `select checks.id, checks.type, checks.status, count(check_statuses.*)::integer as results
                   from checks left join check_statuses on check_statuses.check_id = checks.id
                  where checks.name = 'part' and checks.deleted_at is null group by checks.id`
    return (await database.query<{ id: string; type: string; status: string; results: number }>(sql)).rows
  }
  const runs = async () => (await started().row('home'))?.uptime?.passed ?? 0
  const goOn = async () => {
    const before = await runs()
    await vi.waitFor(async () => expect(await runs()).toBeGreaterThan(before + 1), waitOptions)
  }
  backend = await startTestBackend({ database, resources: { 'parts.yaml': transformed(parts('pod'), '1h') } })
  await vi.waitFor(async () => expect(await stored()).toMatchObject([{ type: 'pod', status: 'healthy' }]), waitOptions)
  const [first] = await stored()
  await backend.write('parts.yaml', transformed(parts('job'), '1h'))
  await vi.waitFor(async () => expect(await stored()).toMatchObject([{ id: first?.id, type: 'job' }]), waitOptions)
  await goOn()
  expect((await stored()).map(({ id }) => id)).toEqual([first?.id])

  await backend.write('parts.yaml', transformed('[]', '1h'))
  await vi.waitFor(async () => expect(await stored()).toMatchObject([{ status: 'unhealthy' }]), waitOptions)
  const [marked] = await stored()
  await goOn()
  expect(await stored()).toEqual([marked])

  await backend.write('parts.yaml', transformed('[]', '1s'))
  await vi.waitFor(async () => expect(await stored()).toEqual([]), waitOptions)
})
