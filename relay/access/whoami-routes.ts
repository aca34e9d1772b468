import type { FastifyPluginAsync } from 'fastify'
import { hostname } from 'node:os'
import { findSubject, type Grant } from '#shared/access/grant.ts'
import { resources, type Action } from '#shared/access/resources.ts'
import { allows } from '#shared/access/roles.ts'
import { whoamiRoute } from '#shared/access/whoami.ts'
import { serve } from '#relay/http/serve.ts'

const actions: readonly Action[] = ['read', 'write']

const toPolicy = (grant: Grant) => ({
  id: grant.id,
  subject: findSubject(grant)?.id ?? '',
  object: grant.object ?? '*',
  action: grant.action,
  deny: grant.deny,
  grant,
})

export const whoamiRoutes: FastifyPluginAsync = async (app) => {
  serve(app, whoamiRoute, ({ viewer }) => {
    const { roles, teams = [], grants = [], ...user } = viewer
    const ofRoles = roles.flatMap((subject) =>
      resources.flatMap((object) =>
        actions.filter((action) => allows([subject], action, object)).map((action) => ({ subject, object, action })),
      ),
    )
    const permissions = [...ofRoles, ...grants.map(toPolicy)]
    return { message: 'success', payload: { user, roles, teams, permissions, hostname: hostname() } }
  })
}
