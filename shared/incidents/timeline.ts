import { compareText } from '#shared/primitives/compare-text.ts'
import { outwardName } from '#shared/incidents/outward-properties.ts'
import type { HistoryEntry, IncidentComment } from '#shared/incidents/incident-part.ts'
import type { Mark, Note, Observed } from '#shared/incidents/timeline-parts.ts'

export const lineGroups = ['checks', 'changes', 'runs', 'notifications', 'people'] as const
export type LineGroup = (typeof lineGroups)[number]

export interface TimelineLine {
  readonly id: string
  readonly group: LineGroup
  readonly at: string
  readonly recordedAt: string | null
  readonly actor: string | null
  readonly text: string
  readonly body: string | null
  readonly went: 'well' | 'badly' | null
  readonly about: LineAbout | null
  readonly isHidden: boolean
  readonly isPinned: boolean
}

interface LineAbout {
  readonly kind: 'check' | 'change' | 'run' | 'send'
  readonly id: string
  readonly configId: string | null
}

interface TimelineParts {
  readonly history: readonly HistoryEntry[]
  readonly comments: readonly IncidentComment[]
  readonly observed: readonly Observed[]
  readonly notes: readonly Note[]
  readonly marks: readonly Mark[]
}

type LineText = Pick<TimelineLine, 'actor' | 'text'>

const quoted = (title: string | undefined) => `“${title ?? 'a deleted item'}”`

const responderName = (responder: HistoryEntry['responder']): string => {
  const { person, team, properties } = responder ?? {}
  return person?.name ?? team?.name ?? ((properties && outwardName(properties)) || 'someone')
}

/** Production histories name the owner of the row, not who changed it: `showsActors` is false for them. */
const describeEntry = (entry: HistoryEntry, showsActors: boolean): LineText | null => {
  const { type, description, hypothesis, evidence, responder, created_by: by } = entry
  const maker = by?.name ?? null
  const actor = showsActors ? maker : null
  const changed = (acted: string, passive: string): LineText =>
    actor === null ? { actor: null, text: passive } : { actor: actor, text: acted }
  switch (type) {
    case 'incident.created':
      return { actor: maker, text: 'opened the incident' }
    case 'incident.status_updated':
    case 'incident_status.updated': {
      const status = description ?? 'another value'
      return changed(`set the status to ${status}`, `Status set to ${status}`)
    }
    case 'hypothesis.created':
      return { actor: maker, text: `added the hypothesis ${quoted(hypothesis?.title)}` }
    case 'hypothesis.status_updated': {
      const belief = description ?? 'another value'
      return changed(
        `rated ${quoted(hypothesis?.title)} as ${belief}`,
        `${quoted(hypothesis?.title)} rated as ${belief}`,
      )
    }
    case 'evidence.created':
      return { actor: maker, text: `added evidence ${quoted(evidence?.description)}` }
    case 'evidence.done_definition_added':
      return changed(
        `added ${quoted(evidence?.description)} to the definition of done`,
        `${quoted(evidence?.description)} added to the definition of done`,
      )
    case 'evidence.done_updated':
      return { actor: actor, text: `${quoted(evidence?.description)} is ${description ?? 'reassessed'}` }
    case 'responder.created':
      return { actor: maker, text: `asked ${responderName(responder)} to help` }
    case 'responder.commented':
      return null
    case 'incident.merged':
    case 'incident.unmerged':
    case 'incident.split':
      return { actor: maker, text: description ?? 'moved parts of the incident' }
    default:
      return { actor: null, text: type ?? 'unknown event' }
  }
}

const after = (text: string) => (text === '' ? '' : `: ${text}`)

const observedGroups: Readonly<Record<Observed['about'], LineGroup>> = {
  check: 'checks',
  change: 'changes',
  run: 'runs',
  send: 'notifications',
  update: 'people',
}

const describeObserved = ({ about, name, says, went, who }: Observed): Pick<TimelineLine, 'text' | 'body'> => {
  switch (about) {
    case 'check':
      return { text: went === 'well' ? `${name} became healthy` : `${name} became unhealthy${after(says)}`, body: null }
    case 'change':
      return { text: who === null ? `${name} changed${after(says)}` : `changed ${name}${after(says)}`, body: null }
    case 'run':
      if (went !== null)
        return { text: went === 'well' ? `${name} completed` : `${name} did not complete${after(says)}`, body: null }
      return { text: who === null ? `${name} ran` : `ran ${name}`, body: null }
    case 'send':
      return {
        text: `${says === '' ? 'A message' : quoted(says)} ${went === 'well' ? '' : 'not '}sent to ${name}`,
        body: null,
      }
    default:
      return { text: 'published a status update', body: says }
  }
}

type Bare = Omit<TimelineLine, 'recordedAt' | 'isHidden' | 'isPinned'>

const ofHistory = (entry: HistoryEntry, showsActors: boolean): readonly Bare[] => {
  const lineText = describeEntry(entry, showsActors)
  if (lineText === null || entry.created_at === null) return []
  return [
    {
      id: `history ${entry.id}`,
      group: 'people',
      at: entry.created_at,
      ...lineText,
      body: null,
      went: null,
      about: null,
    },
  ]
}

const ofComment = (comment: IncidentComment): readonly Bare[] => {
  if (comment.created_at === null) return []
  const author = comment.external_created_by ?? comment.created_by?.name ?? null
  return [
    {
      id: `comment ${comment.id}`,
      group: 'people',
      at: comment.created_at,
      actor: author,
      text: comment.hypothesis ? `on “${comment.hypothesis.title}”` : '',
      body: comment.comment,
      went: null,
      about: null,
    },
  ]
}

const ofObserved = (seen: Observed): Bare => {
  const { id, about, at, who, went, ref, config_id: configId } = seen
  // The actor of a run started it, so its end has no actor.
  const isEnd = about === 'run' && went !== null
  return {
    id: `observed ${id}`,
    group: observedGroups[about],
    at,
    actor: isEnd ? null : who,
    ...describeObserved(seen),
    went,
    about: about === 'update' ? null : { kind: about, id: ref, configId },
  }
}

const ofNote = ({ id, at, who, says }: Note): Bare => ({
  id: `note ${id}`,
  group: 'people',
  at,
  actor: who,
  text: says,
  body: null,
  went: null,
  about: null,
})

export const buildTimeline = (
  { history, comments, observed, notes, marks }: TimelineParts,
  { showsActors }: { readonly showsActors: boolean },
): readonly TimelineLine[] => {
  const made = new Map(marks.map((mark) => [mark.id, mark]))
  const bare = [
    ...history.flatMap((entry) => ofHistory(entry, showsActors)),
    ...comments.flatMap(ofComment),
    ...observed.map(ofObserved),
    ...notes.map(ofNote),
  ]
  return bare
    .map((line): TimelineLine => {
      const mark = made.get(line.id)
      const at = mark?.at ?? line.at
      const recordedAt = at === line.at ? null : line.at
      const isHidden = mark?.hidden ?? false
      const isPinned = mark?.pinned ?? false
      return Object.assign({}, line, { at, recordedAt, isHidden, isPinned })
    })
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || compareText(a.id, b.id))
}
