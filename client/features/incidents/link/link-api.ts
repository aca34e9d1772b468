import { z } from 'zod'
import type {
  EvidenceToAttach,
  FoundHypothesis,
  FoundIncident,
  HypothesisToAdd,
  LinkedResource,
} from '#machines/incidents/link-types.ts'
import { clients } from '#client/api/clients.ts'
import { listRows, insertRows } from '#client/api/data-api.ts'
import { searchQuery } from '#client/api/list-query.ts'
import { incidentName } from '#client/domain/incidents/incident-state.ts'

const offeredMax = 8

const incidentSchema = z
  .object({ id: z.string(), incident_id: z.string().nullable(), title: z.string(), status: z.string() })
  .transform((row): FoundIncident => ({
    id: row.id,
    number: incidentName(row),
    title: row.title,
    status: row.status,
  }))

export const findIncidents = async (query: string, signal: AbortSignal): Promise<readonly FoundIncident[]> => {
  const { rows } = await listRows('incidents', {
    row: incidentSchema,
    query: {
      select: 'id,incident_id,title,status',
      status: 'not.in.("resolved","closed","cancelled")',
      order: 'created_at.desc,id.asc',
      limit: offeredMax,
      ...searchQuery(query, ['title', 'incident_id']),
    },
    signal,
  })
  return rows
}

const hypothesisSchema = z.object({ id: z.string(), title: z.string(), type: z.string(), status: z.string() })

export const findHypotheses = async (incidentId: string, signal: AbortSignal): Promise<readonly FoundHypothesis[]> => {
  const query = { select: 'id,title,type,status', incident_id: `eq.${incidentId}`, order: 'created_at.asc,id.asc' }
  return (await listRows('hypotheses', { row: hypothesisSchema, query, signal })).rows
}

const made = <Row>(rows: readonly Row[], kind: string): Row => {
  const [row] = rows
  if (row === undefined)
    throw new Error(`The ${kind} was created, but you do not have access to it. Ask the incident commander.`)
  return row
}

export const addRoot = async ({ incidentId, title }: HypothesisToAdd, by: string): Promise<FoundHypothesis> => {
  const body = { incident_id: incidentId, title, type: 'root', status: 'possible', created_by: by }
  const { data } = await clients.data('/hypotheses', { method: 'POST', body, schema: z.array(hypothesisSchema) })
  return made(data, 'hypothesis')
}

/** A run has no column of its own, so it is stored as a comment. */
const columns: Readonly<Record<LinkedResource['kind'], { readonly column: string | null; readonly type: string }>> = {
  config: { column: 'config_id', type: 'config' },
  component: { column: 'component_id', type: 'topology' },
  check: { column: 'check_id', type: 'check' },
  change: { column: 'config_change_id', type: 'config_change' },
  insight: { column: 'config_analysis_id', type: 'config_analysis' },
  run: { column: null, type: 'comment' },
  log: { column: 'component_id', type: 'log' },
}

const toSnapshot = (resource: LinkedResource) => {
  if (resource.kind === 'check') {
    const { from, to } = resource.span ?? {}
    return { check_id: resource.id, includeMessages: true, ...(from && { start: from }), ...(to && { end: to }) }
  }
  if (resource.kind === 'run') return { playbook_run_id: resource.id }
  if (resource.kind === 'log') return { lines: resource.lines }
  if (resource.kind !== 'config') return {}
  const { name, type, lines } = resource
  return { lines: [], configName: name, ...(type && { configType: type }), ...(lines && { selected_lines: lines }) }
}

export const attachEvidence = async (request: EvidenceToAttach, by: string): Promise<void> => {
  const { resource, hypothesisId, description } = request
  const { column, type } = columns[resource.kind]
  const body = {
    ...(column !== null && { [column]: resource.id }),
    type,
    hypothesis_id: hypothesisId,
    evidence: toSnapshot(resource),
    description,
    created_by: by,
  }
  await insertRows('evidences', body)
}
