import '#relay/access/access.ts'
import fastify from 'fastify'
import { Pool } from 'undici'
import { dataApi } from '#relay/backend/data-api/data-api.ts'
import { parseQuery } from '#relay/backend/data-api/query/parse-query.ts'
import { readParameters } from '#relay/backend/data-api/query/read-parameters.ts'
import { createSchemaCache } from '#relay/backend/data-api/schema-cache.ts'
import { compileRead } from '#relay/backend/data-api/sql/compile-read.ts'
import { openDatabase } from '#relay/database/open-database.ts'
import { interleave, type Bench } from '#tests/bench/bench.ts'

const rows = 10_000
const requests = 200
const inFlight = 4
const query =
  'select=id,name,status,canary:canaries!checks_canary_id_fkey(id,name)&status=eq.healthy&name=like.*7*&order=name&limit=50'

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

export const dataApiBench: Bench = {
  name: 'data API: filter, embed and count of 10,000 rows',
  goal: { atLeast: 0.5 },
  run: async () => {
    const database = await openDatabase({})
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
      count: 'exact',
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
        headers: { prefer: 'count=exact' },
      })
      await body.text()
      if (statusCode !== 206) throw new Error(`responded with ${statusCode}`)
    }
    try {
      await overHttp()
      return await interleave(
        7,
        'requests/s',
        () => perSecond(overHttp),
        () => perSecond(() => database.query(sql, values)),
      )
    } finally {
      await pool.close()
      await app.close()
      await database.close()
    }
  },
}
