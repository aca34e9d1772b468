import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { decide } from '#shared/access/decide.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import {
  connectionTestsRoute,
  connectionUsersRoute,
  testConnectionRoute,
  type ConnectionTest,
} from '#shared/connections/connection-test.ts'
import { connectionTypeOf } from '#shared/connections/connection-types.ts'
import { isId } from '#shared/primitives/id.ts'
import { recordAct } from '#relay/backend/audit/actor.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { readerFor } from '#relay/backend/data-api/read-as-viewer.ts'
import { refuseAccess } from '#relay/backend/refuse-access.ts'
import type { Database } from '#relay/database/database.ts'
import { goneSignal } from '#relay/http/gone-signal.ts'
import { serve } from '#relay/http/serve.ts'
import { connectionUsers } from './connection-users.ts'
import { connectionProbes } from './probes/ask.ts'
import { testConnection, type TestOptions } from './probes/test-connection.ts'
import { keepTest, readTests } from './probes/test-store.ts'

export interface ConnectionRoutesOptions extends Pick<TestOptions, 'connectionOf' | 'secretOf' | 'sandbox'> {
  readonly database: Database
  readonly people: People
}

const seenSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  namespace: z.string().nullish(),
  type: z.string(),
  deleted_at: z.string().nullish(),
})
const nothing = (id: string) => ({ error: `There is no connection ${id}.` })

/** What people do with connections beside writing them, relative to `/connection`. */
export const connectionRoutes: FastifyPluginAsync<ConnectionRoutesOptions> = async (app, options) => {
  const { database, people, connectionOf, secretOf, sandbox } = options
  const seenBy = async (viewer: Viewer, id: string) => {
    if (!isId(id)) return undefined
    const [row] = await readerFor(people, viewer).rowsOf('connections', 'id', [id])
    const seen = seenSchema.safeParse(row).data
    return seen === undefined || seen.deleted_at != null
      ? undefined
      : { ...seen, namespace: seen.namespace ?? 'default' }
  }
  const question = { resource: 'connections', object: 'connection' } as const

  serve(app, testConnectionRoute, async ({ params: { id }, viewer }, reply) => {
    const connection = await seenBy(viewer, id)
    const about = { connection: connection ?? { id } }
    const { answer } = decide(viewer, { ...question, action: 'update', about }, { nowMs: Date.now() })
    if (answer !== 'allowed') return refuseAccess(reply, viewer, { object: 'connection', action: 'update' })
    if (connection === undefined) return reply.code(404).send(nothing(id))
    const probe = connectionProbes[connection.type]
    const title = connectionTypeOf(connection.type)?.title ?? connection.type
    if (probe === undefined) {
      return reply.code(501).send({ error: `Connections of the type ${title} cannot be tested from here.` })
    }
    const gone = goneSignal(reply)
    const startedAt = performance.now()
    const reference = `connection://${id}`
    const steps = await testConnection({ reference, probe, connectionOf, secretOf, sandbox, signal: gone })
    const failed = steps.find(({ ok }) => !ok)
    const test: ConnectionTest = {
      connection_id: id,
      at: new Date().toISOString(),
      ok: failed === undefined,
      durationMs: Math.round(performance.now() - startedAt),
      steps,
    }
    if (!gone.aborted) await keepTest(database, test)
    const { name } = connection
    const act = { personId: viewer.id, action: 'tested', table: 'connections', id, name, after: { ok: test.ok } }
    await recordAct(database, act)
    return failed === undefined ? { message: 'ok' } : reply.code(400).send({ error: failed.said })
  })

  serve(app, connectionTestsRoute, async ({ viewer }, reply) => {
    const { answer } = decide(viewer, { ...question, action: 'read' }, { nowMs: Date.now() })
    if (answer === 'refused') return refuseAccess(reply, viewer, { object: 'connection', action: 'read' })
    const tests = await readTests(database)
    const ids = tests.map(({ connection_id }) => connection_id)
    const rows = await readerFor(people, viewer).rowsOf('connections', 'id', ids)
    const seen = new Set(rows.map(({ id }) => id))
    return tests.filter(({ connection_id }) => seen.has(connection_id))
  })

  serve(app, connectionUsersRoute, async ({ params: { id }, viewer }, reply) => {
    const { answer } = decide(viewer, { ...question, action: 'read' }, { nowMs: Date.now() })
    if (answer === 'refused') return refuseAccess(reply, viewer, { object: 'connection', action: 'read' })
    const connection = await seenBy(viewer, id)
    if (connection === undefined) return reply.code(404).send(nothing(id))
    return connectionUsers(database, readerFor(people, viewer), connection)
  })
}
