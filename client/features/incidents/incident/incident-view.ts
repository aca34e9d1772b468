import { compareText } from '#shared/primitives/compare-text.ts'
import type { Evidence } from '#shared/incidents/evidence.ts'
import { buildTimeline, type TimelineLine } from '#shared/incidents/timeline.ts'
import type { Cut, Mark, Observed, OutwardResponder } from '#shared/incidents/timeline-parts.ts'
import type { HistoryEntry, IncidentComment, IncidentPart, Responder } from '#shared/incidents/incident-part.ts'

type PartWithKind<Kind extends IncidentPart['kind']> = Omit<Extract<IncidentPart, { kind: Kind }>, 'kind'>

export interface Incident extends PartWithKind<'incident'> {
  readonly responders: readonly Responder[]
}

export interface Hypothesis extends PartWithKind<'hypothesis'> {
  readonly evidences: readonly Evidence[]
}

/** People, hypotheses and evidence are oldest first; history and comments newest first. */
export interface IncidentView {
  readonly incident: Incident
  readonly hypotheses: readonly Hypothesis[]
  readonly comments: readonly IncidentComment[]
  readonly history: readonly HistoryEntry[]
  readonly lines: readonly TimelineLine[]
  readonly marks: readonly Mark[]
  readonly observed: readonly Observed[]
  readonly cuts: readonly Cut[]
  readonly outward: readonly OutwardResponder[]
  readonly older: number
}

interface Dated {
  readonly id: string
  readonly created_at: string | null
}

const toMs = ({ created_at: at }: Dated) => (at === null ? 0 : Date.parse(at))
const byAge = (a: Dated, b: Dated) => toMs(a) - toMs(b) || compareText(a.id, b.id)

export const toIncidentView = (
  parts: Iterable<IncidentPart>,
  { namesWhoActed }: { readonly namesWhoActed: boolean },
): IncidentView | null => {
  const all = [...parts]
  const of = <Kind extends IncidentPart['kind']>(kind: Kind) =>
    all.filter((part): part is Extract<IncidentPart, { kind: Kind }> => part.kind === kind)
  const [incident] = of('incident')
  if (incident === undefined) return null
  const evidences = of('evidence').toSorted(byAge)
  const comments = of('comment').toSorted(byAge).toReversed()
  const history = of('history').toSorted(byAge).toReversed()
  const observed = of('observed')
  const timeline = { history, comments, observed, notes: of('note'), marks: of('mark') }
  const [totals] = of('totals')
  return {
    incident: { ...incident, responders: of('responder').toSorted(byAge) },
    hypotheses: of('hypothesis')
      .toSorted(byAge)
      .map((hypothesis) =>
        Object.assign({}, hypothesis, {
          evidences: evidences.filter(({ hypothesis_id: id }) => id === hypothesis.id),
        }),
      ),
    comments,
    history,
    lines: buildTimeline(timeline, { showsActors: namesWhoActed }),
    marks: timeline.marks,
    observed,
    cuts: of('cut').map(({ cut }) => cut),
    outward: of('outward').map(({ responder }) => responder),
    older: totals === undefined ? 0 : totals.comments + totals.histories - comments.length - history.length,
  }
}
