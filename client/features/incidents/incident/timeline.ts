import type { HistoryEntry, IncidentComment } from './incident-api.ts'

/** One thing that happened. */
export interface TimelineLine {
  readonly id: string
  /** ISO 8601, by the server's clock. */
  readonly at: string
  /** Null: what was recorded does not say who did it. */
  readonly who: string | null
  readonly what: string
  /** In their own words. */
  readonly said: string | null
}

const quoted = (title: string | undefined) => `“${title ?? 'something that was removed'}”`

/** A history names whoever made the row, which is not who changed it: changes are told without a person. */
const textOf = (entry: HistoryEntry): { readonly isBy: boolean; readonly what: string } | null => {
  const { type, description, hypothesis, evidence, responder } = entry
  switch (type) {
    case 'incident.created':
      return { isBy: true, what: 'opened the incident' }
    case 'incident.status_updated':
    case 'incident_status.updated':
      return { isBy: false, what: `Status set to ${description ?? 'something else'}` }
    case 'hypothesis.created':
      return { isBy: true, what: `added the hypothesis ${quoted(hypothesis?.title)}` }
    case 'hypothesis.status_updated':
      return { isBy: false, what: `${quoted(hypothesis?.title)} is held for ${description ?? 'something else'}` }
    case 'evidence.created':
      return { isBy: true, what: `added evidence ${quoted(evidence?.description)}` }
    case 'evidence.done_definition_added':
      return { isBy: false, what: `${quoted(evidence?.description)} says when it is done` }
    case 'responder.created':
      return { isBy: true, what: `asked ${responder?.person?.name ?? responder?.team?.name ?? 'somebody'} to help` }
    // What was said stands there itself.
    case 'responder.commented':
      return null
    default:
      return { isBy: false, what: type ?? 'something happened' }
  }
}

/** What happened and what was said, the newest first (ledger INC-05, INC-16). */
export const timelineOf = (
  history: readonly HistoryEntry[],
  comments: readonly IncidentComment[],
): readonly TimelineLine[] => {
  const recorded = history.flatMap((entry): TimelineLine[] => {
    const told = textOf(entry)
    if (told === null || entry.created_at === null) return []
    return [
      {
        id: entry.id,
        at: entry.created_at,
        who: told.isBy ? (entry.created_by?.name ?? null) : null,
        what: told.what,
        said: null,
      },
    ]
  })
  const said = comments.flatMap((comment): TimelineLine[] => {
    if (comment.created_at === null) return []
    const who = comment.external_created_by ?? comment.created_by?.name ?? null
    return [{ id: comment.id, at: comment.created_at, who, what: '', said: comment.comment }]
  })
  return [...recorded, ...said].sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || (a.id < b.id ? 1 : -1))
}
