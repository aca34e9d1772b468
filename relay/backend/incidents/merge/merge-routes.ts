import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import {
  incidentMergesRoute,
  mergeIncidentRoute,
  mergePreviewRoute,
  splitIncidentRoute,
  undoMergeRoute,
} from '#shared/incidents/merge-routes.ts'
import type { OnChange } from '#relay/backend/change.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { requireIncidentWrite, seenIncident } from '#relay/backend/incidents/incident-access.ts'
import type { Database } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'
import { mergeIncidents, undoMerge } from './merge-incidents.ts'
import { previewMerge } from './preview-merge.ts'
import { readMerges } from './read-merges.ts'
import { MergeError } from './merge-error.ts'
import { splitIncident } from './split-incident.ts'

export interface MergeRoutesOptions {
  readonly database: Database
  readonly people: People
  readonly onChange: OnChange
}

const parts = ['incidents', 'hypotheses', 'evidences', 'comments', 'responders', 'incident_histories']

const noIncident = (reply: FastifyReply, id: string) =>
  reply.code(404).send({ error: `Incident ${id} not found. It was deleted or you do not have access.` })
const preHandler = requireIncidentWrite

const sendResult = async <T>(reply: FastifyReply, work: () => Promise<T>): Promise<T | FastifyReply> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof MergeError) return reply.code(error.status).send({ error: error.message })
    throw error
  }
}

export const mergeRoutes: FastifyPluginAsync<MergeRoutesOptions> = async (app, { database, people, onChange }) => {
  const changed = () => {
    for (const relation of parts) onChange({ relation })
  }

  serve(app, incidentMergesRoute, async ({ params: { id }, viewer }, reply) => {
    const incidentId = await seenIncident(people, viewer, id)
    if (incidentId === null) return noIncident(reply, id)
    const { into, from } = await readMerges(database, incidentId)
    const isSeen = async ({ incident }: { incident: { id: string } }) =>
      (await seenIncident(people, viewer, incident.id)) !== null
    const seen = await Promise.all(from.map(isSeen))
    return {
      into: into !== null && (await isSeen(into)) ? into : null,
      from: from.filter((_, at) => seen[at] === true),
    }
  })

  serve(app, mergePreviewRoute, { preHandler }, async ({ params: { id, into }, viewer }, reply) => {
    const mergedId = await seenIncident(people, viewer, id)
    if (mergedId === null) return noIncident(reply, id)
    const intoId = await seenIncident(people, viewer, into)
    if (intoId === null) return noIncident(reply, into)
    return sendResult(reply, () => previewMerge(database, mergedId, intoId))
  })

  serve(app, mergeIncidentRoute, { preHandler }, async ({ params: { id }, body: { into }, viewer }, reply) => {
    const mergedId = await seenIncident(people, viewer, id)
    if (mergedId === null) return noIncident(reply, id)
    const intoId = await seenIncident(people, viewer, into)
    if (intoId === null) return noIncident(reply, into)
    return sendResult(reply, async () => {
      await mergeIncidents(database, { mergedId, intoId, personId: viewer.id })
      changed()
      return { id: intoId }
    })
  })

  serve(app, undoMergeRoute, { preHandler }, async ({ params: { id }, viewer }, reply) => {
    const mergedId = await seenIncident(people, viewer, id)
    if (mergedId === null) return noIncident(reply, id)
    return sendResult(reply, async () => {
      await undoMerge(database, mergedId, viewer.id)
      changed()
      return { id: mergedId }
    })
  })

  serve(app, splitIncidentRoute, { preHandler }, async ({ params: { id }, body, viewer }, reply) => {
    const incidentId = await seenIncident(people, viewer, id)
    if (incidentId === null) return noIncident(reply, id)
    return sendResult(reply, async () => {
      const opened = await splitIncident(database, { ...body, incidentId, personId: viewer.id })
      changed()
      return { id: opened }
    })
  })
}
