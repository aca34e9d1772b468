import { z } from 'zod'
import { evidenceColumns, evidenceSchema } from '#shared/incidents/evidence.ts'
import { cutSchema, markSchema, noteSchema, observedSchema, outwardSchema } from '#shared/incidents/timeline-parts.ts'
import { outwardNameSchema } from '#shared/incidents/outward-properties.ts'
import { incidentPersonSchema, personColumns } from '#shared/incidents/incident-person.ts'
import { nullableText, orNull } from '#shared/primitives/row-values.ts'

const person = orNull(incidentPersonSchema)

const responderSchema = z.object({
  id: z.string(),
  created_at: nullableText,
  acknowledged: nullableText,
  person,
  team: z.object({ id: z.string(), name: z.string() }).nullish(),
  created_by: person,
  properties: z
    .object({ asked: z.string().optional().catch(undefined) })
    .nullish()
    .catch(null),
})
export type Responder = z.infer<typeof responderSchema>

const incidentRowSchema = z.object({
  id: z.string(),
  incident_id: nullableText,
  title: z.string(),
  description: nullableText,
  type: nullableText,
  status: z.string(),
  severity: nullableText,
  acknowledged: nullableText,
  created_at: nullableText,
  resolved: nullableText,
  closed: nullableText,
  commander: person,
  communicator: person,
})

export const hypothesisRowSchema = z.object({
  id: z.string(),
  parent_id: nullableText,
  type: z.string(),
  title: z.string(),
  status: z.string(),
  created_at: nullableText,
  created_by: person,
})

export const commentSchema = z.object({
  id: z.string(),
  comment: z.string(),
  created_at: nullableText,
  external_created_by: nullableText,
  created_by: person,
  hypothesis: z.object({ title: z.string() }).nullish(),
})
export type IncidentComment = z.infer<typeof commentSchema>

export const historySchema = z.object({
  id: z.string(),
  type: nullableText,
  description: nullableText,
  created_at: nullableText,
  created_by: person,
  hypothesis: z.object({ title: z.string() }).nullish(),
  evidence: z.object({ id: z.string().optional(), description: z.string() }).nullish(),
  responder: z
    .object({
      person,
      team: z.object({ name: z.string() }).nullish(),
      properties: outwardNameSchema.nullish().catch(null),
    })
    .nullish(),
})
export type HistoryEntry = z.infer<typeof historySchema>

export const incidentPartSchema = z.discriminatedUnion('kind', [
  incidentRowSchema.extend({ kind: z.literal('incident') }),
  responderSchema.extend({ kind: z.literal('responder') }),
  hypothesisRowSchema.extend({ kind: z.literal('hypothesis') }),
  evidenceSchema.extend({ kind: z.literal('evidence'), hypothesis_id: z.string() }),
  commentSchema.extend({ kind: z.literal('comment') }),
  historySchema.extend({ kind: z.literal('history') }),
  observedSchema.extend({ kind: z.literal('observed') }),
  z.object({ kind: z.literal('cut'), id: z.string(), cut: cutSchema }),
  noteSchema.extend({ kind: z.literal('note') }),
  markSchema.extend({ kind: z.literal('mark') }),
  z.object({ kind: z.literal('outward'), id: z.string(), responder: outwardSchema }),
  /** Totals; only the newest entries are parts. */
  z.object({ kind: z.literal('totals'), id: z.literal('totals'), comments: z.number(), histories: z.number() }),
])
export type IncidentPart = z.infer<typeof incidentPartSchema>

const linesMax = 500

const by = `created_by(${personColumns})`
const people = `commander:commander_id(${personColumns}),communicator:communicator_id(${personColumns})`
const responders = `responders(id,created_at,acknowledged,properties,${by},person:person_id(${personColumns}),team:team_id(id,name))`
const responder = `responder:responders(properties,person:person_id(${personColumns}),team:team_id(name))`
const newest = { order: 'created_at.desc,id.desc', limit: String(linesMax) }

interface PartQuery {
  readonly relation: string
  readonly query: Readonly<Record<string, string>>
}

export const partQueries = (id: string, more = '') =>
  ({
    incident: {
      relation: 'incidents',
      query: {
        id: `eq.${id}`,
        select: `*,${people},${responders}`,
        'responders.deleted_at': 'is.null',
        'responders.order': 'created_at.asc',
      },
    },
    hypotheses: {
      relation: 'hypotheses',
      query: {
        incident_id: `eq.${id}`,
        select: `id,parent_id,type,title,status,created_at,${by},evidences(${evidenceColumns}${more})`,
        order: 'created_at.asc,id.asc',
        'evidences.order': 'created_at.asc,id.asc',
      },
    },
    comments: {
      relation: 'comments',
      query: {
        incident_id: `eq.${id}`,
        select: `id,comment,created_at,external_created_by,${by},hypothesis:hypotheses(title)`,
        ...newest,
      },
    },
    histories: {
      relation: 'incident_histories',
      query: {
        incident_id: `eq.${id}`,
        select: `id,type,description,created_at,evidence_id,${by},hypothesis:hypotheses(title),evidence:evidences(id,description),${responder}`,
        ...newest,
      },
    },
  }) as const satisfies Readonly<Record<string, PartQuery>>
