import type { FastifyPluginAsync } from 'fastify'
import {
  addStatusUpdateRoute,
  makeStatusLinkRoute,
  revokeStatusLinkRoute,
  statusPageRoute,
  statusUpdatesRoute,
} from '#shared/incidents/status-page-routes.ts'
import {
  requireIncidentWrite,
  getIncident,
  type IncidentRoutesOptions,
} from '#relay/backend/incidents/incident-access.ts'
import { serve } from '#relay/http/serve.ts'
import { httpError, notFound } from '#relay/errors/http-error.ts'
import { addStatusUpdate, makeStatusLink, readStatusPage, readStatusUpdates, revokeStatusLink } from './status-page.ts'

const preHandler = requireIncidentWrite

export const statusPageRoutes: FastifyPluginAsync<IncidentRoutesOptions> = async (
  app,
  { database, people, onChange },
) => {
  const changed = (id: string) => onChange({ relation: 'incidents', ids: [id] })

  serve(app, statusPageRoute, async ({ body: { token } }, reply) => {
    void reply.header('cache-control', 'no-store')
    const page = await readStatusPage(database, token)
    if (page === 'unknown') throw notFound('Invalid link. Check that it was copied completely.')
    if (page === 'over') throw httpError('gone', 'This link has expired. Ask the sender for a new one.')
    return page
  })

  serve(app, statusUpdatesRoute, async ({ params: { id }, viewer }) =>
    readStatusUpdates(database, await getIncident(people, viewer, id)),
  )

  serve(app, addStatusUpdateRoute, { preHandler }, async ({ params: { id }, body, viewer }, reply) => {
    const incidentId = await getIncident(people, viewer, id)
    const updateId = await addStatusUpdate(database, { ...body, incidentId, personId: viewer.id })
    changed(incidentId)
    return reply.code(201).send({ id: updateId })
  })

  serve(app, makeStatusLinkRoute, { preHandler }, async ({ params: { id }, body, viewer }, reply) => {
    const incidentId = await getIncident(people, viewer, id)
    const link = await makeStatusLink(database, { ...body, incidentId, personId: viewer.id })
    changed(incidentId)
    return reply.code(201).header('cache-control', 'no-store').send(link)
  })

  serve(app, revokeStatusLinkRoute, { preHandler }, async ({ params: { id, link }, viewer }) => {
    const incidentId = await getIncident(people, viewer, id)
    if (!(await revokeStatusLink(database, { incidentId, personId: viewer.id, linkId: link })))
      throw notFound('This link has already expired.')
    changed(incidentId)
    return { id: link }
  })
}
