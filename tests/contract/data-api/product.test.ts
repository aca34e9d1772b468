import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#relay/database/open-database.ts'
import { askAll, type Outcome } from '#tests/contract/data-api/compare.ts'
import {
  productChanges,
  productReads,
  productRejections,
  productWrites,
  type Area,
} from '#tests/contract/data-api/product-queries.ts'
import { startRealPostgrest } from '#tests/contract/data-api/real-postgrest.ts'
import { askAt, serve, type System } from '#tests/contract/data-api/systems.ts'
import { createServerDatabase, openEmbedded } from '#tests/fixtures/databases.ts'

/** Rows say who made them: Ann does. */
const ann = { id: '00000000-0000-4000-8000-000000000001', name: 'Ann', email: 'ann@example.test', roles: ['admin'] }
let ours: System[]
let real: System
const changes: { relation: string; ids?: readonly string[] }[] = []

beforeAll(async () => {
  const sql = await readFile(new URL('product.sql', import.meta.url), 'utf8')
  const url = await createServerDatabase()
  const [embedded, server] = await Promise.all([openEmbedded(), openDatabase({ url })])
  await Promise.all([embedded, server].map((database) => database.query(sql)))
  ours = await Promise.all(
    [embedded, server].map(async (database): Promise<System> => {
      const served = await serve(database, { onChange: (change) => changes.push(change), viewer: ann })
      const close = async () => {
        await served.close()
        await database.close()
      }
      return { name: database.kind, url: served.url, database, ask: askAt(served.url), close }
    }),
  )
  const started = await startRealPostgrest(url, 'public')
  real = { name: 'PostgREST', url: started.url, database: server, ask: askAt(started.url), close: started.stop }
})
afterAll(() => Promise.all([real, ...ours].map((system) => system.close())))

const prefer = { prefer: 'count=exact' }

/** Times that the database filled in by itself differ from one database to the other, ids that it made too. */
const steady = (outcomes: Record<string, Outcome>): unknown =>
  JSON.parse(
    JSON.stringify(outcomes)
      .replaceAll(/"\d{4}-\d{2}-\d{2}T[\d:.]+(?:\+00:00|Z)?"/g, '"(time)"')
      .replaceAll(/[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g, '(made)'),
  )

/** Which row of the ledger speaks of which group. */
const ledgerRows: Record<Area, string> = {
  incidents: '[API-13]',
  hypotheses: '[API-14]',
  agents: '[API-15]',
  checks: '[API-16]',
  components: '[API-17]',
  teams: '[API-18]',
  playbooks: '[API-19]',
  notifications: '[API-20]',
  permissions: '[API-21]',
  properties: '[API-22]',
  jobs: '[API-23]',
  catalogLists: '[API-24]',
  connections: '[API-25]',
  resources: '[API-26]',
  catalog: '[API-27]',
  changesAndInsights: '[API-28]',
  relationships: '[API-29]',
  integrations: '[API-30]',
}
const areas: readonly Area[] = Object.keys(productReads).filter((name): name is Area => name in ledgerRows)

describe('what the console reads', () => {
  const reads = areas.flatMap((area) => productReads[area].map((path) => [path, ledgerRows[area]] as const))
  test.each(reads)('%s is answered as PostgREST answers it %s', async (path) => {
    const { responses, expected } = await askAll({ ours, real }, { path, headers: prefer })
    expect(Object.values(responses).map(({ status }) => status)).toEqual([200, 200])
    expect(steady(responses)).toEqual(steady(expected))
  })

  test.each(productRejections)('%s is refused as PostgREST refuses it', async (path) => {
    const { responses, expected } = await askAll({ ours, real }, { path })
    expect(steady(responses)).toEqual(steady(expected))
    expect(Object.values(responses).every(({ status }) => status >= 400 && status < 500)).toBe(true)
  })

  test('a relation outside the list of the gate is not there: no body, 404', async () => {
    for (const { ask } of ours) {
      const responses = await Promise.all(
        ['/canary_names', '/config_changes_items', '/pg_class', '/'].map((path) => ask({ path })),
      )
      expect(responses.map(({ status, body }) => ({ status, body }))).toEqual(
        responses.map(() => ({ status: 404, body: '' })),
      )
    }
  })

  test('{column}.filter holds a list, excluded values, patterns and date math [API-35]', async () => {
    for (const { ask } of ours) {
      const names = async (query: string) => {
        const { body } = await ask({ path: `/job_histories?select=name&order=name&${query}` })
        return z
          .array(z.object({ name: z.string() }))
          .parse(JSON.parse(body))
          .map(({ name }) => name)
      }
      expect(await names('status.filter=SUCCESS,FAILED')).toEqual(['Scrape', 'Sync'])
      expect(await names('status.filter=!SUCCESS')).toEqual(['Sync'])
      expect(await names('name.filter=S*,!Sync')).toEqual(['Scrape'])
      expect(await names('name.filter=*ync')).toEqual(['Sync'])
      expect(await names('created_at.filter=>2025-03-23||%2B12h')).toEqual(['Scrape'])
      expect(await names('created_at.filter=now-1h&resource_type.filter=canary&status.filter=')).toEqual(['Sync'])
    }
  })
})

const json = { 'content-type': 'application/json', prefer: 'return=representation' }
const rowsSchema = z.array(z.looseObject({ id: z.string() }))

describe.each(productWrites)('what the console writes to $relation', ({ area, relation, insert, update }) => {
  test(`is inserted, changed and deleted, row by row ${ledgerRows[area]}`, async () => {
    for (const { ask } of ours) {
      const inserted = await ask({
        method: 'POST',
        path: `/${relation}?select=*`,
        headers: json,
        body: JSON.stringify(insert),
      })
      expect(inserted).toMatchObject({ status: 201 })
      const id = rowsSchema
        .parse(JSON.parse(inserted.body))
        .map((one) => one.id)
        .join()

      const path = `/${relation}?id=eq.${id}`
      const updated = await ask({ method: 'PATCH', path, headers: json, body: JSON.stringify(update) })
      const [changed] = rowsSchema.parse(JSON.parse(updated.body))
      const sent = Object.fromEntries(
        Object.entries(update).filter(([, value]) => value !== 'now()' && value !== 'now'),
      )
      expect({ status: updated.status, changed }).toMatchObject({ status: 200, changed: { id, ...sent } })

      const removed = await ask({ method: 'DELETE', path, headers: json })
      expect({ status: removed.status, ids: rowsSchema.parse(JSON.parse(removed.body)).map((one) => one.id) }).toEqual({
        status: 200,
        ids: [id],
      })
      expect((await ask({ path })).body).toBe('[]')
      const change = { relation, ids: [id] }
      expect(changes.splice(0)).toEqual([change, change, change])
    }
  })
})

describe.each(productChanges)('what the console changes of $relation', ({ area, relation, id, update }) => {
  test(`is changed, and neither made nor deleted by people ${ledgerRows[area]}`, async () => {
    for (const { ask } of ours) {
      const path = `/${relation}?id=eq.${id}`
      const changed = await ask({ method: 'PATCH', path, headers: json, body: JSON.stringify(update) })
      expect([changed.status, JSON.parse(changed.body)]).toMatchObject([200, [{ id, ...update }]])
      expect(changes.splice(0)).toEqual([{ relation, ids: [id] }])
      const others = await Promise.all(
        ['POST', 'DELETE'].map((method) => ask({ method, path, headers: json, body: JSON.stringify(update) })),
      )
      expect(others.map(({ status }) => status)).toEqual([403, 403])
    }
  })
})

describe('what the console writes besides', () => {
  test('deletes softly by deleted_at, "now()" and "now" being times [API-05]', async () => {
    for (const { ask } of ours) {
      const path = '/connections?name=eq.pg'
      for (const now of ['now()', 'now']) {
        const { status, body } = await ask({
          method: 'PATCH',
          path,
          headers: json,
          body: JSON.stringify({ deleted_at: now }),
        })
        const at = z.array(z.object({ deleted_at: z.string() })).parse(JSON.parse(body))[0]?.deleted_at ?? ''
        expect(status).toBe(200)
        expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(3_600_000)
      }
      const left = await ask({ path: `${path}&deleted_at=is.null` })
      expect(left.body).toBe('[]')
    }
  })

  test('links and unlinks by a composite key, many at once, and sets a property by its name [API-18,API-22,API-29]', async () => {
    const members = ['01', '02'].map((tail) => ({
      team_id: `00000000-0000-4000-8000-000000000011`,
      person_id: `00000000-0000-4000-8000-0000000000${tail}`,
    }))
    for (const { ask } of ours) {
      const scope = '/team_members?team_id=eq.00000000-0000-4000-8000-000000000011'
      const emptied = await ask({ method: 'DELETE', path: scope, headers: json })
      const added = await ask({ method: 'POST', path: '/team_members', headers: json, body: JSON.stringify(members) })
      expect([emptied.status, added.status, JSON.parse(added.body)]).toEqual([200, 201, members])

      const link = {
        component_id: '00000000-0000-4000-8000-000000000092',
        config_id: '00000000-0000-4000-8000-000000000062',
        selector_id: 'manual',
      }
      const linked = await ask({
        method: 'POST',
        path: '/config_component_relationships',
        headers: json,
        body: JSON.stringify(link),
      })
      const unlinked = await ask({
        method: 'DELETE',
        path: `/config_component_relationships?component_id=eq.${link.component_id}&config_id=eq.${link.config_id}&selector_id=eq.manual`,
        headers: json,
      })
      expect([linked.status, unlinked.status]).toEqual([201, 200])
      expect(JSON.parse(unlinked.body)).toMatchObject([link])

      const property = await ask({
        method: 'PATCH',
        path: '/properties?name=eq.settings.theme',
        headers: json,
        body: '{"value":"light"}',
      })
      expect([property.status, JSON.parse(property.body)]).toMatchObject([
        200,
        [{ name: 'settings.theme', value: 'light' }],
      ])
    }
  })

  test('deletes several by a quoted list of ids [API-14]', async () => {
    for (const { ask } of ours) {
      const body = ['x', 'y'].map((comment) => ({
        comment,
        incident_id: '00000000-0000-4000-8000-0000000000b2',
        created_by: '00000000-0000-4000-8000-000000000001',
      }))
      const added = rowsSchema.parse(
        JSON.parse((await ask({ method: 'POST', path: '/comments', headers: json, body: JSON.stringify(body) })).body),
      )
      const list = added.map(({ id }) => `"${id}"`).join(',')
      const removed = await ask({ method: 'DELETE', path: `/comments?id=in.(${list})`, headers: json })
      expect(JSON.parse(removed.body)).toHaveLength(2)
    }
  })

  test('answers a name that is taken with 409 [API-18]', async () => {
    for (const { ask } of ours) {
      const response = await ask({
        method: 'POST',
        path: '/teams',
        headers: json,
        body: '{"name":"core","created_by":"00000000-0000-4000-8000-000000000001"}',
      })
      expect([response.status, JSON.parse(response.body)]).toMatchObject([409, { code: '23505', hint: null }])
    }
  })
})
