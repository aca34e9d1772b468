import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { HypothesisType } from '#shared/incidents/incident-values.ts'
import { clients } from '#client/api/clients.ts'
import { listRows } from '#client/api/data-api.ts'
import { incidentsKey } from '#client/features/incidents/incidents-api.ts'
import { personColumns, personSchema } from '#client/features/incidents/person.ts'
import { evidenceColumns, evidenceSchema } from './evidence/evidence-api.ts'

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null)
const person = personSchema.nullish().transform((given) => given ?? null)

const responderSchema = z.object({
  id: z.string(),
  created_at: text,
  acknowledged: text,
  person,
  team: z.object({ id: z.string(), name: z.string() }).nullish(),
  created_by: person,
  properties: z
    .object({ asked: z.string().optional().catch(undefined) })
    .nullish()
    .catch(null),
})
/** A person or team that was asked to help, what they were asked, and whether they said yes. */
export type Responder = z.infer<typeof responderSchema>

const incidentSchema = z.object({
  id: z.string(),
  incident_id: text,
  title: z.string(),
  description: text,
  type: text,
  status: z.string(),
  severity: text,
  acknowledged: text,
  created_at: text,
  resolved: text,
  closed: text,
  commander: person,
  communicator: person,
  responders: z.array(responderSchema),
})
export type Incident = z.infer<typeof incidentSchema>

const hypothesisSchema = z.object({
  id: z.string(),
  parent_id: text,
  type: z.string(),
  title: z.string(),
  status: z.string(),
  created_by: person,
  evidences: z.array(evidenceSchema),
})
/** What somebody believes, with what speaks for it (ledger INC-08). */
export type Hypothesis = z.infer<typeof hypothesisSchema>

const commentSchema = z.object({
  id: z.string(),
  comment: z.string(),
  created_at: text,
  external_created_by: text,
  created_by: person,
})
export type IncidentComment = z.infer<typeof commentSchema>

const entrySchema = z.object({
  id: z.string(),
  type: text,
  description: text,
  created_at: text,
  created_by: person,
  hypothesis: z.object({ title: z.string() }).nullish(),
  evidence: z.object({ description: z.string() }).nullish(),
  responder: z.object({ person, team: z.object({ name: z.string() }).nullish() }).nullish(),
})
/** One line of what was recorded of an incident (ledger INC-05). */
export type HistoryEntry = z.infer<typeof entrySchema>

const ofIncident = (id: string, part: string) => [...incidentsKey, 'one', id, part]
const by = `created_by(${personColumns})`

const responders = `responders(id,created_at,acknowledged,properties,${by},person:person_id(${personColumns}),team:team_id(id,name))`

/** One incident (contract 1.11); null when there is none with this id. */
export const incidentQuery = (id: string) =>
  queryOptions({
    queryKey: ofIncident(id, 'itself'),
    queryFn: async ({ signal }) => {
      const people = `commander:commander_id(${personColumns}),communicator:communicator_id(${personColumns})`
      const select = `*,${people},${responders}`
      const query = { id: `eq.${id}`, select, 'responders.deleted_at': 'is.null', 'responders.order': 'created_at.asc' }
      return (await listRows('incidents', { row: incidentSchema, query, signal })).rows[0] ?? null
    },
    meta: { failsOnPage: true },
  })

/** What is believed of an incident, the oldest first, each with its evidence. */
export const hypothesesQuery = (id: string) =>
  queryOptions({
    queryKey: ofIncident(id, 'hypotheses'),
    queryFn: async ({ signal }) => {
      const select = `id,parent_id,type,title,status,${by},evidences(${evidenceColumns})`
      const order = { order: 'created_at.asc,id.asc', 'evidences.order': 'created_at.asc,id.asc' }
      const query = { incident_id: `eq.${id}`, select, ...order }
      return (await listRows('hypotheses', { row: hypothesisSchema, query, signal })).rows
    },
    meta: { failsOnPage: true },
  })

/** So many comments and lines of the history are read; the rest is said to be there. */
const linesMax = 500
const newest = { order: 'created_at.desc,id.desc', limit: linesMax }

/** What was said about an incident, the newest first, and how much there is. */
export const commentsQuery = (id: string) =>
  queryOptions({
    queryKey: ofIncident(id, 'comments'),
    queryFn: ({ signal }) => {
      const query = { incident_id: `eq.${id}`, select: `id,comment,created_at,external_created_by,${by}`, ...newest }
      return listRows('comments', { row: commentSchema, query, signal })
    },
    meta: { failsOnPage: true },
  })

/** What was recorded of an incident, the newest first. */
export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: ofIncident(id, 'history'),
    queryFn: ({ signal }) => {
      const responder = `responder:responders(person:person_id(${personColumns}),team:team_id(name))`
      const parts = `hypothesis:hypotheses(title),evidence:evidences(description),${responder}`
      const query = { incident_id: `eq.${id}`, select: `id,type,description,created_at,${by},${parts}`, ...newest }
      return listRows('incident_histories', { row: entrySchema, query, signal })
    },
    meta: { failsOnPage: true },
  })

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
