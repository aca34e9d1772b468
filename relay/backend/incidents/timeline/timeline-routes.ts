import type { FastifyPluginAsync } from 'fastify'
import { addNoteRoute, markLineRoute, timelineRoute } from '#shared/incidents/timeline-routes.ts'
import {
  requireIncidentWrite,
  getIncident,
  type IncidentRoutesOptions,
} from '#relay/backend/incidents/incident-access.ts'
import { serve } from '#relay/http/serve.ts'
import { readOutward } from '#relay/backend/incidents/outward/outward-asks.ts'
import { invalid } from '#relay/errors/http-error.ts'
import { createObservedReader } from './read-observed.ts'
import { addNote, markLine, readHandwork } from './timeline-store.ts'

const lineMax = 200
const aheadMs = 60_000

const preHandler = requireIncidentWrite
const isAhead = (at: string | null | undefined) => at != null && Date.parse(at) > Date.now() + aheadMs
const ahead = 'The time is in the future.'

export const timelineRoutes: FastifyPluginAsync<IncidentRoutesOptions> = async (
  app,
  { database, people, onChange },
) => {
  const readObserved = createObservedReader(database, people)
  const changed = (id: string) => onChange({ relation: 'incidents', ids: [id], isUrgent: true })

  serve(app, timelineRoute, async ({ params: { id }, query: { whole }, viewer }) => {
    const incidentId = await getIncident(people, viewer, id)
    const [{ observed, cut }, handwork, outward] = await Promise.all([
      readObserved(incidentId, viewer, whole !== undefined),
      readHandwork(database, incidentId),
      readOutward(database, incidentId),
    ])
    return { observed: [...observed], cut: [...cut], ...handwork, outward: [...outward] }
  })

  serve(app, addNoteRoute, { preHandler }, async ({ params: { id }, body, viewer }, reply) => {
    if (isAhead(body.at)) throw invalid(ahead)
    const incidentId = await getIncident(people, viewer, id)
    const noteId = await addNote(database, { ...body, incidentId, personId: viewer.id })
    changed(incidentId)
    return reply.code(201).send({ id: noteId })
  })

  serve(app, markLineRoute, { preHandler }, async ({ params: { id, line }, body, viewer }) => {
    if (line.length > lineMax) throw invalid('Unknown timeline line.')
    if (isAhead(body.at)) throw invalid(ahead)
    const incidentId = await getIncident(people, viewer, id)
    const mark = await markLine(database, { ...body, incidentId, line, personId: viewer.id })
    changed(incidentId)
    return mark
  })
}
