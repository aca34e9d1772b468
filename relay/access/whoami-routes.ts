import type { FastifyPluginAsync } from 'fastify'
import { hostname } from 'node:os'
import { resources, type Action } from '#shared/access/resources.ts'
import { allows } from '#shared/access/roles.ts'

const actions: readonly Action[] = ['read', 'write']

/** `GET /api/auth/whoami` (contract 1.1, ledger API-07) for the modes in which the relay itself knows the person. */
export const whoamiRoutes: FastifyPluginAsync = async (app) => {
  app.get('/auth/whoami', async ({ viewer }) => {
    const { roles, ...user } = viewer
    const permissions = roles.flatMap((subject) =>
      resources.flatMap((object) =>
        actions.filter((action) => allows([subject], action, object)).map((action) => ({ subject, object, action })),
      ),
    )
    return { message: 'success', payload: { user, roles, permissions, hostname: hostname() } }
  })
}
