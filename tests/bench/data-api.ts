import '#relay/access/access.ts'
import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import { Pool } from 'undici'
import { dataApi } from '#relay/backend/data-api/data-api.ts'
import { parseQuery, readParameters } from '#relay/backend/data-api/query/parse-query.ts'
import { createSchemaCache } from '#relay/backend/data-api/schema-cache.ts'
import { compileRead } from '#relay/backend/data-api/sql/compile-read.ts'
import type { Database } from '#relay/database/database.ts'
import { openDatabase } from '#relay/database/open-database.ts'
import { interleave, type Bench, type Measured } from '#tests/bench/bench.ts'
import { startPostgres } from '#tests/fixtures/postgres.ts'

const rows = 10_000
const requests = 200
const inFlight = 4
const filterQuery =
  'select=id,name,status,canary:canaries!checks_canary_id_fkey(id,name)&status=eq.healthy&name=like.*7*&order=name&limit=50'

interface Wanted {
  readonly query: string
  readonly count: 'exact' | undefined
  readonly status: number
}

interface Served {
  readonly overHttp: () => Promise<void>
  readonly sameSql: () => Promise<unknown>
}

const perSecond = async (once: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  let left = requests
  const worker = async () => {
    while (left > 0) {
      left -= 1
      await once()
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return (requests * 1_000) / (performance.now() - started)
}

const msEach = async (once: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  for (let done = 0; done < requests; done++) await once()
  return (performance.now() - started) / requests
}

const withRows = async (
  database: Database,
  { query, count, status }: Wanted,
  measure: (served: Served) => Promise<Measured>,
): Promise<Measured> => {
  await database.query(`
      insert into canaries (name, namespace, spec) select 'canary ' || i, 'default', '{}' from generate_series(1, 100) i;
      insert into checks (canary_id, type, name, status)
        select c.id, 'http', 'check ' || c.name || i, case when i % 3 = 0 then 'unhealthy' else 'healthy' end
        from canaries c, generate_series(1, ${rows / 100}) i;
      analyze canaries, checks`)
  const schema = await createSchemaCache(database, 'public').current()
  const checks = schema.relations.get('checks')
  if (checks === undefined) throw new Error('the relation checks is missing')
  const { sql, values } = compileRead(schema, checks, parseQuery(readParameters(query)), {
    shape: { kind: 'array', stripNulls: false },
    count,
    limit: 50,
    offset: 0,
    maxRows: 2_000,
  })

  const app = fastify()
  app.decorateRequest('viewer')
  app.addHook('onRequest', async (request) => {
    request.viewer = { id: 'bench', name: 'Bench', email: '', roles: ['admin'] }
  })
  await app.register(dataApi({ database, onChange: () => undefined }), { prefix: '/db' })
  const pool = new Pool(await app.listen({ host: '127.0.0.1', port: 0 }), { connections: inFlight })
  const overHttp = async () => {
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path: `/db/checks?${query}`,
      headers: count === undefined ? {} : { prefer: `count=${count}` },
    })
    await body.text()
    if (statusCode !== status) throw new Error(`responded with ${statusCode}`)
  }
  try {
    await overHttp()
    return await measure({ overHttp, sameSql: () => database.query(sql, values) })
  } finally {
    await pool.close()
    await app.close()
    await database.close()
  }
}

const filterEmbedCount: Bench = {
  name: 'data API: filter, embed and count of 10,000 rows',
  goal: { atLeast: 0.5 },
  run: async () =>
    withRows(await openDatabase({}), { query: filterQuery, count: 'exact', status: 206 }, ({ overHttp, sameSql }) =>
      interleave(
        7,
        'requests/s',
        () => perSecond(overHttp),
        () => perSecond(sameSql),
      ),
    ),
}

const oneRow: Bench = {
  name: 'data API: one row by id on a server ÷ the same SQL',
  goal: { atMost: 3 },
  run: async () => {
    const postgres = await startPostgres()
    try {
      return await withRows(
        await openDatabase({ url: postgres.toUrl('postgres') }),
        { query: `select=*&id=eq.${randomUUID()}`, count: undefined, status: 200 },
        ({ overHttp, sameSql }) =>
          interleave(
            7,
            'ms',
            () => msEach(overHttp),
            () => msEach(sameSql),
          ),
      )
    } finally {
      await postgres.stop()
    }
  },
}

export const dataApiBench: readonly Bench[] = [filterEmbedCount, oneRow]
