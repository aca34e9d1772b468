import { z } from 'zod'
import type { HypothesisType } from '#shared/incidents/incident-values.ts'
import { evidenceSchema } from '#shared/incidents/evidence.ts'
import { hypothesisRowSchema, partQueries } from '#shared/incidents/incident-part.ts'
import { clients } from '#client/api/clients.ts'
import { listRows } from '#client/api/data-api.ts'
import type { Hypothesis } from './incident-view.ts'

const hypothesisSchema = hypothesisRowSchema.extend({ evidences: z.array(evidenceSchema) })

/** What is believed of an incident right now, with its evidence as it is. Throws ApiError. */
export const readHypotheses = async (id: string): Promise<readonly Hypothesis[]> => {
  const { relation, query } = partQueries(id).hypotheses
  return (await listRows(relation, { row: hypothesisSchema, query })).rows
}

const idsSchema = z.array(z.object({ id: z.string() }))

/** A column that holds this, in words of the data API. */
const holds = (value: string | null) => (value === null ? 'is.null' : `eq.${value}`)

interface Change<Row> {
  readonly row: Row
  readonly column: keyof Row & string
  readonly value: string | null
}

/** Changes one column of a row that still has there what was read; false when somebody else was faster. Throws ApiError. */
const change = async <Row extends { readonly id: string } & Readonly<Record<string, string | null>>>(
  table: 'incidents' | 'hypotheses',
  { row, column, value }: Change<Row>,
): Promise<boolean> => {
  const { data } = await clients.data(`/${table}`, {
    method: 'PATCH',
    query: { id: `eq.${row.id}`, [column]: holds(row[column] ?? null) },
    body: { [column]: value },
    schema: idsSchema,
  })
  return data.length > 0
}

/** What of an incident is set by itself. */
export type IncidentColumn = 'status' | 'severity' | 'title' | 'commander_id' | 'communicator_id'

/** Sets one fact of an incident that still is what was read (ledger INC-01, INC-02); false when somebody else set it meanwhile. */
export const setIncident = (
  id: string,
  { column, from, to }: { readonly column: IncidentColumn; readonly from: string | null; readonly to: string | null },
) => change('incidents', { row: { id, [column]: from }, column, value: to })

/** Sets how much a hypothesis is believed (ledger INC-09), or what it says; false when somebody else set it meanwhile. */
export const setHypothesis = (
  id: string,
  { column, from, to }: { readonly column: 'status' | 'title'; readonly from: string; readonly to: string },
) => change('hypotheses', { row: { id, [column]: from }, column, value: to })

/** Removes a hypothesis with everything below it; its evidence goes, the things themselves stay. Throws ApiError. */
export const removeHypothesis = async (id: string): Promise<void> => {
  await clients.data('/hypotheses', { method: 'DELETE', query: { id: `eq.${id}` }, schema: z.unknown() })
}

interface NewHypothesis {
  readonly incidentId: string
  readonly parentId: string | null
  readonly type: HypothesisType
  readonly title: string
}

/** Adds what somebody believes, as possible (ledger INC-10, INC-32). Throws ApiError. */
export const addHypothesis = async (hypothesis: NewHypothesis, createdBy: string): Promise<void> => {
  const { incidentId, parentId, type, title } = hypothesis
  const body = { incident_id: incidentId, parent_id: parentId, type, title, status: 'possible', created_by: createdBy }
  await clients.data('/hypotheses', { method: 'POST', body, schema: z.unknown() })
}

/** Says something about an incident (ledger INC-15). Throws ApiError. */
export const addComment = async (incidentId: string, comment: string, createdBy: string): Promise<void> => {
  const body = { incident_id: incidentId, comment, created_by: createdBy }
  await clients.data('/comments', { method: 'POST', body, schema: z.unknown() })
}
