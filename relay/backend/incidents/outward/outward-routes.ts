import type { FastifyPluginAsync } from 'fastify'
import { askOutwardRoute, retryOutwardRoute } from '#shared/incidents/outward-routes.ts'
import { nameActor } from '#relay/backend/rows/actor.ts'
import {
  requireIncidentWrite,
  getIncident,
  type IncidentRoutesOptions,
} from '#relay/backend/incidents/incident-access.ts'
import { serve } from '#relay/http/serve.ts'
import { AccessDenied, conflict } from '#relay/errors/http-error.ts'
import { isAllowed } from '#relay/is-allowed.ts'
import { queueRequests, retryAsk } from './outward-asks.ts'

const preHandler = requireIncidentWrite

const targetFields = { email: 'to', slack: 'channel', jira: 'project' } as const

export const outwardRoutes: FastifyPluginAsync<IncidentRoutesOptions> = async (app, { database, people, onChange }) => {
  serve(app, askOutwardRoute, { preHandler }, async ({ params: { id }, body, viewer }, reply) => {
    const { kind, to, connection, asked } = body
    const question = { action: 'read', resource: 'connections' } as const
    if (connection !== '' && !isAllowed(viewer, question)) throw new AccessDenied('connection')
    const incidentId = await getIncident(people, viewer, id)
    const properties = {
      responderType: kind,
      [targetFields[kind]]: to,
      ...(connection !== '' && { connection }),
      ...(asked !== '' && { asked }),
    }
    const responderId = await database.transaction(async (transaction) => {
      await nameActor(transaction, viewer.id)
      const { rows } = await transaction.query<{ id: string }>(
        `insert into responders (incident_id, type, properties, created_by) values ($1, 'system', $2, $3) returning id`,
        [incidentId, JSON.stringify(properties), viewer.id],
      )
      const made = rows[0]?.id ?? ''
      await queueRequests(transaction, [made])
      return made
    })
    onChange({ relation: 'responders', ids: [responderId] })
    return reply.code(201).send({ id: responderId })
  })

  serve(app, retryOutwardRoute, { preHandler }, async ({ params: { id, responder }, viewer }) => {
    const incidentId = await getIncident(people, viewer, id)
    if (!(await retryAsk(database, incidentId, responder)))
      throw conflict('The request was already sent or is waiting to be sent.')
    onChange({ relation: 'responders', ids: [responder] })
    return { id: responder }
  })
}
