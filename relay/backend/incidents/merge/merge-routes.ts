import type { FastifyPluginAsync } from 'fastify'
import {
  incidentMergesRoute,
  mergeIncidentRoute,
  mergePreviewRoute,
  splitIncidentRoute,
  undoMergeRoute,
} from '#shared/incidents/merge-routes.ts'
import {
  getIncident,
  requireIncidentWrite,
  seenIncident,
  type IncidentRoutesOptions,
} from '#relay/backend/incidents/incident-access.ts'
import { serve } from '#relay/http/serve.ts'
import { mergeIncidents, undoMerge } from './merge-incidents.ts'
import { previewMerge } from './preview-merge.ts'
import { readMerges } from './read-merges.ts'
import { splitIncident } from './split-incident.ts'

const parts = ['incidents', 'hypotheses', 'evidences', 'comments', 'responders', 'incident_histories']

const preHandler = requireIncidentWrite

export const mergeRoutes: FastifyPluginAsync<IncidentRoutesOptions> = async (app, { database, people, onChange }) => {
  const changed = () => {
    for (const relation of parts) onChange({ relation })
  }

  serve(app, incidentMergesRoute, async ({ params: { id }, viewer }) => {
    const incidentId = await getIncident(people, viewer, id)
    const { into, from } = await readMerges(database, incidentId)
    const isSeen = async ({ incident }: { incident: { id: string } }) =>
      (await seenIncident(people, viewer, incident.id)) !== null
    const seen = await Promise.all(from.map(isSeen))
    return {
      into: into !== null && (await isSeen(into)) ? into : null,
      from: from.filter((_, at) => seen[at] === true),
    }
  })

  serve(app, mergePreviewRoute, { preHandler }, async ({ params: { id, into }, viewer }) => {
    const mergedId = await getIncident(people, viewer, id)
    const intoId = await getIncident(people, viewer, into)
    return previewMerge(database, mergedId, intoId)
  })

  serve(app, mergeIncidentRoute, { preHandler }, async ({ params: { id }, body: { into }, viewer }) => {
    const mergedId = await getIncident(people, viewer, id)
    const intoId = await getIncident(people, viewer, into)
    await mergeIncidents(database, { mergedId, intoId, personId: viewer.id })
    changed()
    return { id: intoId }
  })

  serve(app, undoMergeRoute, { preHandler }, async ({ params: { id }, viewer }) => {
    const mergedId = await getIncident(people, viewer, id)
    await undoMerge(database, mergedId, viewer.id)
    changed()
    return { id: mergedId }
  })

  serve(app, splitIncidentRoute, { preHandler }, async ({ params: { id }, body, viewer }) => {
    const incidentId = await getIncident(people, viewer, id)
    const opened = await splitIncident(database, { ...body, incidentId, personId: viewer.id })
    changed()
    return { id: opened }
  })
}
