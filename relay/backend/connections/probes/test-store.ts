import { z } from 'zod'
import { testStepSchema, type ConnectionTest } from '#shared/connections/connection-test.ts'
import type { Queryable } from '#relay/database/database.ts'

const rowSchema = z.object({
  connection_id: z.string(),
  at: z.string(),
  ok: z.boolean(),
  duration_millis: z.number(),
  steps: z.array(testStepSchema),
})

export const keepTest = async (database: Queryable, test: ConnectionTest): Promise<void> => {
  const { connection_id, at, ok, durationMs, steps } = test
  await database.query(
    `insert into relay.connection_tests (connection_id, at, ok, duration_millis, steps) values ($1, $2, $3, $4, $5)
     on conflict (connection_id) do update
       set at = excluded.at, ok = excluded.ok, duration_millis = excluded.duration_millis, steps = excluded.steps`,
    [connection_id, at, ok, durationMs, JSON.stringify(steps)],
  )
}

export const readTests = async (database: Queryable): Promise<readonly ConnectionTest[]> => {
  const { rows } = await database.query(
    `select tests.connection_id, to_jsonb(tests.at) #>> '{}' as at, tests.ok, tests.duration_millis, tests.steps
       from relay.connection_tests tests join connections on connections.id = tests.connection_id
      where connections.deleted_at is null and connections.updated_at <= tests.at`,
  )
  return z
    .array(rowSchema)
    .parse(rows)
    .map(({ connection_id, at, ok, duration_millis, steps }) => ({
      connection_id,
      at,
      ok,
      durationMs: duration_millis,
      steps,
    }))
}
