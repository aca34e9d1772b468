import { commentSchema, historySchema, partQueries } from '#shared/incidents/incident-part.ts'
import { buildTimeline } from '#shared/incidents/timeline.ts'
import { listRows, type ListOptions } from '#client/api/data-api.ts'
import type { IncidentView } from '#client/features/incidents/incident/incident-view.ts'
import { readWhole } from './timeline-api.ts'

interface Page<Row> extends Pick<ListOptions<Row>, 'row'> {
  readonly relation: string
  readonly query: Readonly<Record<string, string>>
}

const readAfter = async <Row extends { readonly id: string }>(
  { relation, query, row }: Page<Row>,
  first: readonly Row[],
): Promise<readonly Row[]> => {
  const rows = new Map(first.map((each): [string, Row] => [each.id, each]))
  for (let offset = first.length; ;) {
    const page = await listRows(relation, { row, query: { ...query, offset: String(offset) } })
    for (const each of page.rows) rows.set(each.id, each)
    offset += page.rows.length
    if (page.rows.length === 0 || offset >= (page.total ?? 0)) return [...rows.values()]
  }
}

export const withOlder = async (
  view: IncidentView,
  { namesWhoActed }: { readonly namesWhoActed: boolean },
): Promise<IncidentView> => {
  if (view.older === 0 && view.cuts.length === 0) return view
  const queries = partQueries(view.incident.id)
  const [comments, history, { observed, cut }] = await Promise.all([
    readAfter({ ...queries.comments, row: commentSchema }, view.comments),
    readAfter({ ...queries.histories, row: historySchema }, view.history),
    view.cuts.length === 0 ? { observed: view.observed, cut: [] } : readWhole(view.incident.id),
  ])
  const all = buildTimeline(
    { comments, history, observed, notes: [], marks: view.marks },
    { showsActors: namesWhoActed },
  )
  const shown = new Set(view.lines.map(({ id }) => id))
  const lines = [...all.filter(({ id }) => !shown.has(id)), ...view.lines].toSorted(
    (one, other) => Date.parse(one.at) - Date.parse(other.at),
  )
  return { ...view, comments, history, observed, cuts: cut, lines, older: 0 }
}
