import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { writeStatuses, type StatusRow } from '#relay/backend/checks/store/status-store.ts'
import { mergeIncidents } from '#relay/backend/incidents/merge/merge-incidents.ts'
import { recordFailures } from '#relay/backend/incidents/rules/read-failures.ts'
import { startHttp, type TestServer } from '#relay/testing/servers.ts'
import type { Database } from '#relay/database/database.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { admin, insertRow, oneValue } from '#tests/fixtures/rows.ts'

const waitOptions = { timeout: 30_000, interval: 100 }
const stormSize = 200

/** Only `down` fails them, not a busy machine. */
const check = (name: string, port: number) =>
  `{ name: ${name}, severity: critical, timeout: 30s, url: 'http://127.0.0.1:${port}/${name}' }`
const canary = (namespace: string, checks: readonly string[]) => `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata: { name: ${namespace}, namespace: ${namespace} }
spec:
  schedule: '@every 1s'
  http: [${checks.join(', ')}]
`
const rule = (name: string, spec: string) => `apiVersion: mission-control.flanksource.com/v1
kind: IncidentRule
metadata: { name: ${name} }
spec: ${spec}
`

let target: TestServer
let database: Database
let backend: TestBackend
/** Requests below these paths fail. */
const down = new Set<string>()

beforeAll(async () => {
  target = await startHttp((request, response) => {
    const fails = [...down].some((prefix) => request.url?.startsWith(`/${prefix}`))
    response.writeHead(fails ? 500 : 200).end('x')
  })
  database = await openServer()
  const storm = Array.from({ length: stormSize }, (_, at) => check(`storm-${at}`, target.port))
  backend = await startTestBackend({
    database,
    resources: {
      'storm.yaml': canary('storm', storm).replace('@every 1s', '@every 3s'),
      'shop.yaml': canary('shop', [check('front', target.port), check('back', target.port)]),
    },
  })
})
afterAll(async () => {
  await backend.close()
  await database.close()
  await target.close()
})
afterEach(async () => {
  down.clear()
  for (const file of ['rule.yaml', 'other.yaml']) await backend.remove(file).catch(() => undefined)
  await vi.waitFor(async () => {
    if ((await unwell()) + (await rulesInForce()) > 0) throw new Error('something fails, or is in force, still')
  }, waitOptions)
  await database.query('delete from incidents')
  await database.query('delete from incident_rules')
})

const countSchema = z.tuple([z.object({ count: z.number() })])
const countRows = async (sql: string) => countSchema.parse((await database.query(sql)).rows)[0].count
const unwell = () => countRows(`select count(*)::int as count from checks where coalesce(status, '') <> 'healthy'`)
const rulesInForce = () => countRows('select count(*)::int as count from incident_rules where deleted_at is null')

const incidentSchema = z.array(
  z.object({ title: z.string(), status: z.string(), severity: z.string(), by: z.string(), members: z.number() }),
)
const incidents = async () =>
  incidentSchema.parse(
    (
      await database.query(
        `select incidents.title, status, severity, people.name as by, (
           select count(*)::int from evidences join hypotheses on hypotheses.id = hypothesis_id
            where hypotheses.incident_id = incidents.id) as members
           from incidents join people on people.id = created_by order by incidents.created_at, incidents.id`,
      )
    ).rows,
  )
const write = async (file: string, name: string, spec: string) => {
  await backend.write(file, rule(name, spec))
  await vi.waitFor(async () => expect(await rulesInForce()).toBeGreaterThan(0), waitOptions)
}
const jobErrors = async (): Promise<string> =>
  JSON.stringify(
    (
      await database.query(
        `select details -> 'errors' as errors from job_history where resource_type = 'incident_rule' and error_count > 0`,
      )
    ).rows,
  )
test('200 checks that fail within a minute are one incident, also over a restart, which ends when all recover', async () => {
  await write('rule.yaml', 'storms', '{ checks: [{ namespace: storm }], autoResolve: { timeout: 0s } }')
  down.add('storm')
  const one = { title: `${stormSize} checks fail in storm`, status: 'open', severity: 'high', by: 'Quarterdeck' }
  await vi.waitFor(async () => expect(await incidents()).toEqual([{ ...one, members: stormSize }]), waitOptions)
  await backend.stop()
  backend = await startTestBackend({ database, resourcesDir: backend.resourcesDir })
  down.clear()
  await vi.waitFor(
    async () => expect(await incidents()).toEqual([{ ...one, status: 'resolved', members: stormSize }]),
    waitOptions,
  )
  down.add('storm-1')
  await vi.waitFor(
    async () => expect(await incidents()).toEqual([{ ...one, status: 'open', members: stormSize }]),
    waitOptions,
  )
})

test('a merged rule incident continues in its target: new failures join it, and the rule does not close it', async () => {
  await write('rule.yaml', 'shoppers', '{ checks: [{ namespace: shop }], autoResolve: { timeout: 0s } }')
  down.add('front')
  await vi.waitFor(async () => expect(await incidents()).toHaveLength(1), waitOptions)
  const mergedId = String(await oneValue(database, 'select id from incidents'))
  const intoId = await insertRow(database, 'incidents', {
    title: 'Shoppers complain',
    description: '',
    type: 'availability',
    severity: 'high',
    status: 'open',
    created_by: admin,
  })
  await mergeIncidents(database, { mergedId, intoId, personId: admin })
  down.add('back')
  const merged = { status: 'closed', members: 0 }
  const into = { title: 'Shoppers complain', status: 'open', members: 2 }
  await vi.waitFor(async () => expect(await incidents()).toMatchObject([merged, into]), waitOptions)
  down.clear()
  const wellSince = 'select count(*)::int as count from relay.rule_incidents where well_since is not null'
  await vi.waitFor(async () => expect(await countRows(wellSince)).toBe(1), waitOptions)
  expect(await incidents()).toMatchObject([merged, into])
})

test('does not reopen what a user closed while it was failing, but opens new failures', async () => {
  await write(
    'rule.yaml',
    'shop',
    `{ checks: [{ namespace: shop }], template: { title: '{{ .name }} of {{ .canary.namespace }}{{ .component.name }} is down', severity: critical } }`,
  )
  down.add('front')
  const one = { title: 'front of shop is down', severity: 'critical', by: 'Quarterdeck', members: 1 }
  await vi.waitFor(async () => expect(await incidents()).toEqual([{ ...one, status: 'open' }]), waitOptions)
  await database.query(`update incidents set status = 'closed'`)
  down.add('back')
  const other = { ...one, title: 'back of shop is down', status: 'open' }
  await vi.waitFor(async () => expect(await incidents()).toEqual([{ ...one, status: 'closed' }, other]), waitOptions)
  down.clear()
  await vi.waitFor(async () => expect(await unwell()).toBe(0), waitOptions)
  down.add('front')
  await vi.waitFor(async () => expect((await incidents())[1]).toEqual({ ...other, members: 2 }), waitOptions)
})

test('the first rule that matches and breaks leaves nothing to lower priorities', async () => {
  await backend.write('other.yaml', rule('everything', '{ template: { title: everything } }'))
  await write(
    'rule.yaml',
    'first',
    '{ priority: 10, breakOnMatch: true, filter: { severity: [critical] }, template: { title: first } }',
  )
  await vi.waitFor(async () => expect(await rulesInForce()).toBe(2), waitOptions)
  down.add('front')
  await vi.waitFor(async () => expect(await incidents()).toMatchObject([{ title: 'first' }]), waitOptions)
  down.add('back')
  await vi.waitFor(async () => expect(await incidents()).toMatchObject([{ title: 'first', members: 2 }]), waitOptions)
})

test('of two rules with the same priority the newer one, listed first, is evaluated first', async () => {
  await write('other.yaml', 'a-older', '{ breakOnMatch: true, template: { title: older } }')
  await backend.write('rule.yaml', rule('b-newer', '{ breakOnMatch: true, template: { title: newer } }'))
  await vi.waitFor(async () => expect(await rulesInForce()).toBe(2), waitOptions)
  down.add('front')
  await vi.waitFor(async () => expect(await incidents()).toMatchObject([{ title: 'newer' }]), waitOptions)
})

test('autoClose alone closes an incident once everything in it passes, and reopens it when that fails again', async () => {
  await write('rule.yaml', 'closes', '{ checks: [{ namespace: shop }], autoClose: { timeout: 0s } }')
  down.add('front')
  await vi.waitFor(async () => expect(await incidents()).toMatchObject([{ status: 'open' }]), waitOptions)
  down.clear()
  await vi.waitFor(async () => expect(await incidents()).toMatchObject([{ status: 'closed' }]), waitOptions)
  down.add('front')
  await vi.waitFor(async () => expect(await incidents()).toMatchObject([{ status: 'open' }]), waitOptions)
})

test('an endless expression stops only its own rule, with a message', async () => {
  const all = '[1,2,3,4,5,6,7,8,9,10]'
  const endless = Array.from({ length: 12 }).reduce<string>((inner) => `${all}.all(a, ${inner})`, 'true')
  await backend.write('other.yaml', rule('endless', `{ priority: 1, filter: { expr: '${endless}' } }`))
  await write('rule.yaml', 'sound', `{ filter: { expr: 'check.name == "front"' } }`)
  await vi.waitFor(async () => expect(await rulesInForce()).toBe(2), waitOptions)
  down.add('front')
  await vi.waitFor(async () => {
    expect(await incidents()).toMatchObject([{ title: 'front fails', members: 1 }])
    expect(await jobErrors()).toContain('CEL expression: Timed out.')
  }, waitOptions)
})

const post = async (spec: unknown) => {
  const { statusCode, body } = await backend.app.inject({
    method: 'POST',
    url: '/api/db/incident_rules',
    payload: { name: `r ${Math.random()}`, source: 'UI', spec },
  })
  return [statusCode, body]
}

test('rejects an invalid rule with the field and what is expected', async () => {
  expect(await post({ filter: { sevrity: [] } })).toEqual([400, expect.stringContaining('did you mean \\"severity\\"')])
  expect(await post({ filter: { expr: 'check.name ==' } })).toEqual([400, expect.stringContaining('filter.expr')])
  expect(await post({ autoResolve: { timeout: 'soon' } })).toEqual([400, expect.stringContaining('10m')])
  expect(await post({ hoursOfOperation: [{ start: '25:00', end: '3:00' }] })).toEqual([
    400,
    expect.stringContaining('time of day'),
  ])
})

test('keeps the start of a failure when the first failing result is written together with later ones', async () => {
  const own = await openServer()
  try {
    const [{ id: canaryId }] = z
      .tuple([z.object({ id: z.string() })])
      .parse(
        (await own.query(`insert into canaries (name, namespace, spec) values ('c', 'n', '{}') returning id`)).rows,
      )
    const [{ id: checkId }] = z
      .tuple([z.object({ id: z.string() })])
      .parse(
        (
          await own.query(`insert into checks (canary_id, name, type) values ($1, 'front', 'http') returning id`, [
            canaryId,
          ])
        ).rows,
      )
    const turnedMs = Date.parse('2026-01-01T00:00:00Z')
    const makeResult = (time: number, lastTransition: number | null): StatusRow => ({
      checkId,
      outcome: { time, pass: false, invalid: false, durationMs: 1, message: '', error: 'down', details: undefined },
      lastTransition,
      nextRuntime: null,
    })
    await writeStatuses(own, [makeResult(turnedMs, turnedMs), makeResult(turnedMs + 1_000, null)])
    const since = async () => {
      await recordFailures(own)
      const { rows } = await own.query<{ since: string }>('select since from relay.failures')
      return rows.map((row) => new Date(row.since).getTime())
    }
    expect(await since()).toEqual([turnedMs])
    await own.query('update checks set last_transition_time = null')
    expect(await since()).toEqual([turnedMs])
  } finally {
    await own.close()
  }
})
