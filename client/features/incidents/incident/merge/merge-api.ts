import { queryOptions } from '@tanstack/react-query'
import {
  incidentMergesRoute,
  mergeIncidentRoute,
  mergePreviewRoute,
  splitIncidentRoute,
  undoMergeRoute,
} from '#shared/incidents/merge-routes.ts'
import type { MergePair, MergePreview } from '#machines/incidents/merge-machine.ts'
import type { SplitChoice } from '#machines/incidents/split-machine.ts'
import { call } from '#client/api/call.ts'
import { incidentsKey } from '#client/domain/incidents/incidents-key.ts'

export const mergesQuery = (id: string) =>
  queryOptions({
    queryKey: [...incidentsKey, 'merges', id],
    queryFn: ({ signal }) => call(incidentMergesRoute, { params: { id }, signal }),
    // Not cached: the page decides from its own first read if it was open before the merge.
    gcTime: 0,
  })

export const readPreview = async ({ mergedId, intoId }: MergePair, signal: AbortSignal): Promise<MergePreview> => {
  const response = await call(mergePreviewRoute, { params: { id: mergedId, into: intoId }, signal })
  return { moves: response.moves, respondersThere: response.responders_there, rules: response.rules }
}

export const mergeIncident = async ({ mergedId, intoId }: MergePair): Promise<void> => {
  await call(mergeIncidentRoute, { params: { id: mergedId }, body: { into: intoId } })
}

export const undoMerge = (mergedId: string) => call(undoMergeRoute, { params: { id: mergedId } })

export const splitIncident = async (id: string, choice: SplitChoice): Promise<string> => {
  const { title, hypotheses, evidences } = choice
  const body = { title, hypotheses: [...hypotheses], evidences: [...evidences] }
  return (await call(splitIncidentRoute, { params: { id }, body })).id
}
