import { z } from 'zod'
import type { HypothesisType } from '#shared/incidents/incident-values.ts'
import { evidenceSchema } from '#shared/incidents/evidence.ts'
import { hypothesisRowSchema, partQueries } from '#shared/incidents/incident-part.ts'
import { clients } from '#client/api/clients.ts'
import { listRows, insertRows } from '#client/api/data-api.ts'
import type { Hypothesis } from './incident-view.ts'

const hypothesisSchema = hypothesisRowSchema.extend({ evidences: z.array(evidenceSchema) })

export const readHypotheses = async (id: string): Promise<readonly Hypothesis[]> => {
  const { relation, query } = partQueries(id).hypotheses
  return (await listRows(relation, { row: hypothesisSchema, query })).rows
}

const idsSchema = z.array(z.object({ id: z.string() }))

const holds = (value: string | null) => (value === null ? 'is.null' : `eq.${value}`)

interface Change<Row> {
  readonly row: Row
  readonly column: keyof Row & string
  readonly value: string | null
}

/** Compares before writing: returns false if the row no longer holds the old value. */
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

type IncidentColumn = 'status' | 'severity' | 'title' | 'commander_id' | 'communicator_id'

export const setIncident = (
  id: string,
  { column, from, to }: { readonly column: IncidentColumn; readonly from: string | null; readonly to: string | null },
) => change('incidents', { row: { id, [column]: from }, column, value: to })

export const setHypothesis = (
  id: string,
  { column, from, to }: { readonly column: 'status' | 'title'; readonly from: string; readonly to: string },
) => change('hypotheses', { row: { id, [column]: from }, column, value: to })

/** Tables whose rows are deleted with a row that they refer to; the resources stay. */
export const deletedWith = {
  hypotheses: ['hypotheses', 'evidences', 'comments', 'comment_responders', 'incident_histories'],
  evidences: ['incident_histories'],
} as const

interface NewHypothesis {
  readonly incidentId: string
  readonly parentId: string | null
  readonly type: HypothesisType
  readonly title: string
}

export const addHypothesis = async (hypothesis: NewHypothesis, createdBy: string): Promise<void> => {
  const { incidentId, parentId, type, title } = hypothesis
  const body = { incident_id: incidentId, parent_id: parentId, type, title, status: 'possible', created_by: createdBy }
  await insertRows('hypotheses', body)
}

interface NewComment {
  readonly incidentId: string
  readonly hypothesisId: string | null
  readonly comment: string
}

export const addComment = async (
  { incidentId, hypothesisId, comment }: NewComment,
  createdBy: string,
): Promise<void> => {
  const body = {
    incident_id: incidentId,
    comment,
    created_by: createdBy,
    ...(hypothesisId !== null && { hypothesis_id: hypothesisId }),
  }
  await insertRows('comments', body)
}
