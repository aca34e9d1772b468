import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { decide } from '#shared/access/decide.ts'
import { askOutwardRoute, retryOutwardRoute } from '#shared/incidents/outward-routes.ts'
import { nameActor } from '#relay/backend/audit/actor.ts'
import type { OnChange } from '#relay/backend/change.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { requireIncidentWrite, seenIncident } from '#relay/backend/incidents/incident-access.ts'
import { refuseAccess } from '#relay/backend/refuse-access.ts'
import type { Database } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'
import { queueRequests, retryAsk } from './outward-asks.ts'

export interface OutwardRoutesOptions {
  readonly database: Database
  readonly people: People
  readonly onChange: OnChange
}

const preHandler = requireIncidentWrite
const noIncident = (reply: FastifyReply, id: string) =>
  reply.code(404).send({ error: `Incident ${id} not found. It was deleted or you do not have access.` })

const targetFields = { email: 'to', slack: 'channel', jira: 'project' } as const

export const outwardRoutes: FastifyPluginAsync<OutwardRoutesOptions> = async (app, { database, people, onChange }) => {
  serve(app, askOutwardRoute, { preHandler }, async ({ params: { id }, body, viewer }, reply) => {
    const { kind, to, connection, asked } = body
    const question = { action: 'read', resource: 'connections' } as const
    if (connection !== '' && decide(viewer, question, { nowMs: Date.now() }).answer !== 'allowed')
      return refuseAccess(reply, viewer, { object: 'connection', action: 'read' })
    const incidentId = await seenIncident(people, viewer, id)
    if (incidentId === null) return noIncident(reply, id)
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

  serve(app, retryOutwardRoute, { preHandler }, async ({ params: { id, responder }, viewer }, reply) => {
    const incidentId = await seenIncident(people, viewer, id)
    if (incidentId === null) return noIncident(reply, id)
    if (!(await retryAsk(database, incidentId, responder)))
      return reply.code(409).send({ error: 'The request was already sent or is waiting to be sent.' })
    onChange({ relation: 'responders', ids: [responder] })
    return { id: responder }
  })
}
