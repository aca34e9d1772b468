import type { FastifyPluginAsync } from 'fastify'
import { connectionTestsRoute, connectionUsersRoute } from '#shared/connections/connection-test.ts'
import { readerFor } from '#relay/backend/data-api/read-as-viewer.ts'
import { serve } from '#relay/http/serve.ts'
import { AccessDenied } from '#relay/errors/http-error.ts'
import { isDenied } from '#relay/is-allowed.ts'
import { connectionUsers } from './connection-users.ts'
import { readTests } from './probes/test-store.ts'
import { noConnection, seenConnection } from './seen-connection.ts'
import { connectionTestRoutes, type ConnectionTestOptions } from './test-routes.ts'

export type ConnectionRoutesOptions = ConnectionTestOptions

export const connectionRoutes: FastifyPluginAsync<ConnectionRoutesOptions> = async (app, options) => {
  const { database, people } = options
  const question = { resource: 'connections', object: 'connection' } as const
  await app.register(connectionTestRoutes, { ...options, prefix: '' })

  serve(app, connectionTestsRoute, async ({ viewer }) => {
    if (isDenied(viewer, { ...question, action: 'read' })) throw new AccessDenied('connection')
    const tests = await readTests(database)
    const ids = tests.map(({ connection_id }) => connection_id)
    const rows = await readerFor(people, viewer).listRows('connections', 'id', ids)
    const seen = new Set(rows.map(({ id }) => id))
    return tests.filter(({ connection_id }) => seen.has(connection_id))
  })

  serve(app, connectionUsersRoute, async ({ params: { id }, viewer }) => {
    if (isDenied(viewer, { ...question, action: 'read' })) throw new AccessDenied('connection')
    const connection = await seenConnection(people, viewer, id)
    if (connection === undefined) throw noConnection(id)
    return connectionUsers(database, readerFor(people, viewer), connection)
  })
}
