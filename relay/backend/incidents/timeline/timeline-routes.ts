import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { decide } from '#shared/access/decide.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { addNoteRoute, markLineRoute, timelineRoute } from '#shared/incidents/timeline-routes.ts'
import { isId } from '#shared/primitives/id.ts'
import type { OnChange } from '#relay/backend/change.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { readerFor } from '#relay/backend/data-api/read-as-viewer.ts'
import { refuseAccess } from '#relay/backend/refuse-access.ts'
import type { Database } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'
import { readOutward } from '#relay/backend/incidents/outward/outward-asks.ts'
import { createObservedReader } from './read-observed.ts'
import { addNote, markLine, readHandwork } from './timeline-store.ts'

export interface TimelineRoutesOptions {
  readonly database: Database
  readonly people: People
  readonly onChange: OnChange
}

const lineMax = 200
const aheadMs = 60_000

const canWrite = (viewer: Viewer): boolean =>
  decide(viewer, { action: 'update', resource: 'incident', object: 'incident' }, { nowMs: Date.now() }).answer ===
  'allowed'
const refuse = (reply: FastifyReply, viewer: Viewer) =>
  refuseAccess(reply, viewer, { object: 'incident', action: 'update' })
const noIncident = (reply: FastifyReply, id: string) =>
  reply.code(404).send({ error: `Incident ${id} not found. It was deleted or you do not have access.` })
const isAhead = (at: string | null | undefined) => at != null && Date.parse(at) > Date.now() + aheadMs
const ahead = 'The time is in the future.'

export const timelineRoutes: FastifyPluginAsync<TimelineRoutesOptions> = async (
  app,
  { database, people, onChange },
) => {
  const readObserved = createObservedReader(database, people)
  const seen = async (id: string, viewer: Viewer): Promise<string | null> => {
    if (!isId(id)) return null
    const rows = await readerFor(people, viewer).listRows('incidents', 'id', [id])
    return rows.length === 0 ? null : id.toLowerCase()
  }
  const changed = (id: string) => onChange({ relation: 'incidents', ids: [id], isUrgent: true })

  serve(app, timelineRoute, async ({ params: { id }, query, viewer }, reply) => {
    const parsed = timelineRoute.query.safeParse(query)
    if (!parsed.success) return reply.code(400).send({ error: 'whole must be "yes".' })
    const incidentId = await seen(id, viewer)
    if (incidentId === null) return noIncident(reply, id)
    const [{ observed, cut }, handwork, outward] = await Promise.all([
      readObserved(incidentId, viewer, parsed.data.whole !== undefined),
      readHandwork(database, incidentId),
      readOutward(database, incidentId),
    ])
    return { observed: [...observed], cut: [...cut], ...handwork, outward: [...outward] }
  })

  serve(app, addNoteRoute, async ({ params: { id }, body, viewer }, reply) => {
    if (!canWrite(viewer)) return refuse(reply, viewer)
    const parsed = addNoteRoute.body.safeParse(body)
    if (!parsed.success)
      return reply.code(400).send({ error: parsed.error.issues[0]?.message ?? 'Invalid request body.' })
    if (isAhead(parsed.data.at)) return reply.code(400).send({ error: ahead })
    const incidentId = await seen(id, viewer)
    if (incidentId === null) return noIncident(reply, id)
    const noteId = await addNote(database, { ...parsed.data, incidentId, personId: viewer.id })
    changed(incidentId)
    return reply.code(201).send({ id: noteId })
  })

  serve(app, markLineRoute, async ({ params: { id, line }, body, viewer }, reply) => {
    if (!canWrite(viewer)) return refuse(reply, viewer)
    const parsed = markLineRoute.body.safeParse(body)
    if (!parsed.success)
      return reply.code(400).send({ error: parsed.error.issues[0]?.message ?? 'Invalid request body.' })
    if (line.length > lineMax) return reply.code(400).send({ error: 'Unknown timeline line.' })
    if (isAhead(parsed.data.at)) return reply.code(400).send({ error: ahead })
    const incidentId = await seen(id, viewer)
    if (incidentId === null) return noIncident(reply, id)
    const mark = await markLine(database, { ...parsed.data, incidentId, line, personId: viewer.id })
    changed(incidentId)
    return mark
  })
}
