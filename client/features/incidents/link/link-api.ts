import { z } from 'zod'
import type {
  EvidenceToAttach,
  FoundHypothesis,
  FoundIncident,
  HypothesisToAdd,
  LinkedThing,
} from '#machines/incidents/link-types.ts'
import { clients } from '#client/api/clients.ts'
import { listRows } from '#client/api/data-api.ts'
import { nameOfIncident } from '#client/features/incidents/incident-texts.ts'

/** So many are offered; typing narrows them. */
const offeredMax = 8

const incidentSchema = z
  .object({ id: z.string(), incident_id: z.string().nullable(), title: z.string(), status: z.string() })
  .transform((row): FoundIncident => ({
    id: row.id,
    number: nameOfIncident(row),
    title: row.title,
    status: row.status,
  }))

/** The newest incidents that match and are not over (ledger INC-29). */
export const findIncidents = async (query: string, signal: AbortSignal): Promise<readonly FoundIncident[]> => {
  const sought = query.trim().replaceAll(/["\\*]/g, '')
  const matching = sought === '' ? {} : { or: `(title.ilike."*${sought}*",incident_id.ilike."*${sought}*")` }
  const { rows } = await listRows('incidents', {
    row: incidentSchema,
    query: {
      select: 'id,incident_id,title,status',
      status: 'not.in.("resolved","closed","cancelled")',
      order: 'created_at.desc,id.asc',
      limit: offeredMax,
      ...matching,
    },
    signal,
  })
  return rows
}

const hypothesisSchema = z.object({ id: z.string(), title: z.string(), type: z.string(), status: z.string() })

/** What is believed of an incident, the oldest first (ledger INC-30). */
export const findHypotheses = async (incidentId: string, signal: AbortSignal): Promise<readonly FoundHypothesis[]> => {
  const query = { select: 'id,title,type,status', incident_id: `eq.${incidentId}`, order: 'created_at.asc,id.asc' }
  return (await listRows('hypotheses', { row: hypothesisSchema, query, signal })).rows
}

const made = <Row>(rows: readonly Row[], what: string): Row => {
  const [row] = rows
  if (row === undefined)
    throw new Error(`The ${what} was made, but you may not read it. Ask whoever leads the incident.`)
  return row
}

/** Adds a root that is possible (ledger INC-10, INC-32). Throws ApiError. */
export const addRoot = async ({ incidentId, title }: HypothesisToAdd, by: string): Promise<FoundHypothesis> => {
  const body = { incident_id: incidentId, title, type: 'root', status: 'possible', created_by: by }
  const { data } = await clients.data('/hypotheses', { method: 'POST', body, schema: z.array(hypothesisSchema) })
  return made(data, 'hypothesis')
}

/** Where the id of a thing is kept, and as what; a run has no column of its own, and its text says what it is. */
const columns: Readonly<Record<LinkedThing['kind'], { readonly column: string | null; readonly type: string }>> = {
  config: { column: 'config_id', type: 'config' },
  component: { column: 'component_id', type: 'topology' },
  check: { column: 'check_id', type: 'check' },
  change: { column: 'config_change_id', type: 'config_change' },
  insight: { column: 'config_analysis_id', type: 'config_analysis' },
  run: { column: null, type: 'comment' },
  log: { column: 'component_id', type: 'log' },
}

/** What is kept beside the thing itself (contract 1.11). */
const snapshotOf = (thing: LinkedThing) => {
  if (thing.kind === 'check') {
    const { from, to } = thing.span ?? {}
    return { check_id: thing.id, includeMessages: true, ...(from && { start: from }), ...(to && { end: to }) }
  }
  if (thing.kind === 'run') return { playbook_run_id: thing.id }
  if (thing.kind === 'log') return { lines: thing.lines }
  if (thing.kind !== 'config') return {}
  const { name, type, lines } = thing
  return { lines: [], configName: name, ...(type && { configType: type }), ...(lines && { selected_lines: lines }) }
}

/** Attaches a thing to a hypothesis (ledger INC-13, INC-14, INC-33). Throws ApiError. */
export const attachEvidence = async (asked: EvidenceToAttach, by: string): Promise<void> => {
  const { thing, hypothesisId, description } = asked
  const { column, type } = columns[thing.kind]
  const body = {
    ...(column !== null && { [column]: thing.id }),
    type,
    hypothesis_id: hypothesisId,
    evidence: snapshotOf(thing),
    description,
    created_by: by,
  }
  await clients.data('/evidences', { method: 'POST', body, schema: z.unknown() })
}
