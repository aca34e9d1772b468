import { z } from 'zod'
import { toPrincipal, type PermissionScope } from '#shared/access/permission-scope.ts'
import { partQueries, type IncidentPart } from '#shared/incidents/incident-part.ts'
import { timelineRoute } from '#shared/incidents/timeline-routes.ts'
import { buildPath } from '#shared/primitives/contract.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'
import { SourceFailure, readKnownFormat } from '#relay/live/feeds/source-failure.ts'
import type { FetchCounted, FetchText } from '#relay/live/sources/fetch-text.ts'
import { canSeeEvidence, scopeColumns } from './evidence-scope.ts'
import { observedFor } from './timeline-scope.ts'

interface Fetches {
  readonly fetchText: FetchText
  readonly fetchCounted: FetchCounted
  readonly isOwn: boolean
}

const row = z.looseObject({ id: z.string() })
const incidentsSchema = z.array(row.extend({ responders: z.array(row).nullish() }))
const hypothesesSchema = z.array(row.extend({ evidences: z.array(row).nullish() }))
const commentsSchema = z.array(row)
const historiesSchema = z.array(row.extend({ evidence_id: z.string().nullish() }))

const read = <Rows>(label: string, schema: z.ZodType<Rows>, body: string): Rows =>
  readKnownFormat(`the ${label} of an incident`, () => schema.parse(JSON.parse(body)))

type Rows = readonly z.infer<typeof row>[]
const as = (kind: IncidentPart['kind'], rows: Rows) => rows.map((each) => Object.assign({}, each, { kind }))

const toDataPath = ({
  relation,
  query,
}: {
  readonly relation: string
  readonly query: Readonly<Record<string, string>>
}) => `/api/db/${relation}?${new URLSearchParams(query).toString()}`

const nothingIfMissing = (error: unknown): null => {
  if (error instanceof SourceFailure && error.status === 404) return null
  throw error
}

/** Viewers who can read only a part of the evidence get no trace of the rest. */
export const incidentSource = ({ fetchText, fetchCounted, isOwn }: Fetches): TopicSource<{ incidentId: string }> => ({
  load: async ({ incidentId }, signal, scope: PermissionScope) => {
    const observedAtMs = Date.now()
    const viewer = toPrincipal(scope)
    const queries = partQueries(incidentId, viewer === null ? '' : scopeColumns)
    const [incident, hypotheses, comments, histories, beside] = await Promise.all([
      fetchText(toDataPath(queries.incident), signal),
      fetchText(toDataPath(queries.hypotheses), signal),
      fetchCounted(toDataPath(queries.comments), signal),
      fetchCounted(toDataPath(queries.histories), signal),
      isOwn ? fetchText(buildPath(timelineRoute, { id: incidentId }), signal).catch(nothingIfMissing) : null,
    ])
    const [head] = read('facts', incidentsSchema, incident)
    if (head === undefined) return { body: '[]', observedAtMs }
    const { responders, ...facts } = head
    const evidence = read('hypotheses', hypothesesSchema, hypotheses).map(({ evidences, ...hypothesis }) => ({
      hypothesis,
      evidences: (evidences ?? []).map((each) => Object.assign({}, each, { hypothesis_id: hypothesis.id })),
    }))
    const all = evidence.flatMap(({ evidences }) => evidences)
    const seen = viewer === null ? all : all.filter((each) => canSeeEvidence(viewer, each))
    const hidden = new Set(all.filter((each) => !seen.includes(each)).map(({ id }) => id))
    const lines = read('history', historiesSchema, histories.body)
    const visibleLines = lines.filter(({ evidence_id: about }) => about == null || !hidden.has(about))
    const parsedComments = read('comments', commentsSchema, comments.body)
    const totals = {
      kind: 'totals',
      id: 'totals',
      comments: comments.total ?? parsedComments.length,
      histories: (histories.total ?? lines.length) - (lines.length - visibleLines.length),
    }
    const timeline = beside === null ? null : read('timeline', timelineRoute.response, beside)
    const allObserved = timeline?.observed ?? []
    const observed = viewer === null ? allObserved : observedFor(viewer, incidentId, allObserved, seen)
    const kinds = new Set(observed.map(({ about }) => about))
    const cuts = (timeline?.cut ?? []).filter(({ about }) => kinds.has(about))
    const parts = [
      ...as('incident', [facts]),
      ...as('responder', responders ?? []),
      ...as(
        'hypothesis',
        evidence.map(({ hypothesis }) => hypothesis),
      ),
      ...as('evidence', seen),
      ...as('comment', parsedComments),
      ...as('history', visibleLines),
      ...as('observed', observed),
      ...as(
        'cut',
        cuts.map((cut) => ({ id: cut.about, cut })),
      ),
      ...as('note', timeline?.notes ?? []),
      ...as('mark', timeline?.marks ?? []),
      ...as(
        'outward',
        (timeline?.outward ?? []).map((responder) => ({ id: responder.id, responder })),
      ),
      totals,
    ]
    return { body: JSON.stringify(parts), observedAtMs }
  },
})
