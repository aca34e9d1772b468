import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { z } from 'zod'
import { decide } from '#shared/access/decide.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import {
  addStatusUpdateRoute,
  makeStatusLinkRoute,
  revokeStatusLinkRoute,
  statusPageRoute,
  statusUpdatesRoute,
} from '#shared/incidents/status-page-routes.ts'
import { isId } from '#shared/primitives/id.ts'
import type { OnChange } from '#relay/backend/change.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { readerFor } from '#relay/backend/data-api/read-as-viewer.ts'
import { refuseAccess } from '#relay/backend/refuse-access.ts'
import type { Database } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'
import { addStatusUpdate, makeStatusLink, readStatusPage, readStatusUpdates, revokeStatusLink } from './status-page.ts'

export interface StatusPageRoutesOptions {
  readonly database: Database
  readonly people: People
  readonly onChange: OnChange
}

const canWrite = (viewer: Viewer): boolean =>
  decide(viewer, { action: 'update', resource: 'incident', object: 'incident' }, { nowMs: Date.now() }).answer ===
  'allowed'

const refuseBody = (reply: FastifyReply, error: z.ZodError): FastifyReply => {
  const [issue] = error.issues
  return reply.code(400).send({ error: issue?.message ?? 'Invalid request body.' })
}

const noIncident = (reply: FastifyReply, id: string) =>
  reply.code(404).send({ error: `Incident ${id} not found. It was deleted or you do not have access.` })
const refuse = (reply: FastifyReply, viewer: Viewer) =>
  refuseAccess(reply, viewer, { object: 'incident', action: 'update' })

export const statusPageRoutes: FastifyPluginAsync<StatusPageRoutesOptions> = async (
  app,
  { database, people, onChange },
) => {
  const seen = async (id: string, viewer: Viewer): Promise<string | null> => {
    if (!isId(id)) return null
    const rows = await readerFor(people, viewer).listRows('incidents', 'id', [id])
    return rows.length === 0 ? null : id.toLowerCase()
  }
  const changed = (id: string) => onChange({ relation: 'incidents', ids: [id] })

  serve(app, statusPageRoute, async ({ body }, reply) => {
    void reply.header('cache-control', 'no-store')
    const parsed = statusPageRoute.body.safeParse(body)
    if (!parsed.success) return refuseBody(reply, parsed.error)
    const page = await readStatusPage(database, parsed.data.token)
    if (page === 'unknown') return reply.code(404).send({ error: 'Invalid link. Check that it was copied completely.' })
    if (page === 'over') return reply.code(410).send({ error: 'This link has expired. Ask the sender for a new one.' })
    return page
  })

  serve(app, statusUpdatesRoute, async ({ params: { id }, viewer }, reply) => {
    const incidentId = await seen(id, viewer)
    return incidentId === null ? noIncident(reply, id) : readStatusUpdates(database, incidentId)
  })

  serve(app, addStatusUpdateRoute, async ({ params: { id }, body, viewer }, reply) => {
    if (!canWrite(viewer)) return refuse(reply, viewer)
    const parsed = addStatusUpdateRoute.body.safeParse(body)
    if (!parsed.success) return refuseBody(reply, parsed.error)
    const incidentId = await seen(id, viewer)
    if (incidentId === null) return noIncident(reply, id)
    const updateId = await addStatusUpdate(database, { ...parsed.data, incidentId, personId: viewer.id })
    changed(incidentId)
    return reply.code(201).send({ id: updateId })
  })

  serve(app, makeStatusLinkRoute, async ({ params: { id }, body, viewer }, reply) => {
    if (!canWrite(viewer)) return refuse(reply, viewer)
    const parsed = makeStatusLinkRoute.body.safeParse(body)
    if (!parsed.success) return refuseBody(reply, parsed.error)
    const incidentId = await seen(id, viewer)
    if (incidentId === null) return noIncident(reply, id)
    const link = await makeStatusLink(database, { ...parsed.data, incidentId, personId: viewer.id })
    changed(incidentId)
    return reply.code(201).header('cache-control', 'no-store').send(link)
  })

  serve(app, revokeStatusLinkRoute, async ({ params: { id, link }, viewer }, reply) => {
    if (!canWrite(viewer)) return refuse(reply, viewer)
    const incidentId = await seen(id, viewer)
    if (incidentId === null) return noIncident(reply, id)
    if (!(await revokeStatusLink(database, { incidentId, personId: viewer.id, linkId: link })))
      return reply.code(404).send({ error: 'This link has already expired.' })
    changed(incidentId)
    return { id: link }
  })
}
