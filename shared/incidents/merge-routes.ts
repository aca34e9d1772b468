import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { idSchema as thingIdSchema } from '#shared/primitives/id.ts'

const incidentParams = z.object({ id: z.string() })
const idSchema = z.object({ id: z.string() })

const namedIncidentSchema = z.object({ id: z.string(), number: z.string(), title: z.string(), status: z.string() })
const countsSchema = z.object({
  hypotheses: z.number(),
  evidences: z.number(),
  comments: z.number(),
  responders: z.number(),
  links: z.number(),
})

export const mergePreviewRoute = contract({
  method: 'GET',
  path: '/api/incident-merges/:id/into/:into',
  embeddedOnly: true,
  params: incidentParams.extend({ into: z.string() }),
  response: z.object({
    merged: namedIncidentSchema,
    into: namedIncidentSchema,
    moves: countsSchema,
    responders_there: z.number(),
    rules: z.array(z.string()),
  }),
})

export const mergeIncidentRoute = contract({
  method: 'POST',
  path: '/api/incident-merges/:id',
  embeddedOnly: true,
  params: incidentParams,
  body: z.object({ into: z.string().max(100) }),
  response: idSchema,
})

export const undoMergeRoute = contract({
  method: 'DELETE',
  path: '/api/incident-merges/:id',
  embeddedOnly: true,
  params: incidentParams,
  response: idSchema,
})

const mergeSchema = z.object({ incident: namedIncidentSchema, at: z.string(), by: z.string().nullable() })

export const incidentMergesRoute = contract({
  method: 'GET',
  path: '/api/incident-merges/:id',
  embeddedOnly: true,
  params: incidentParams,
  response: z.object({ into: mergeSchema.nullable(), from: z.array(mergeSchema) }),
})
export type IncidentMerges = z.output<typeof incidentMergesRoute.response>

const ids = z.array(thingIdSchema).max(1_000, 'You can move at most 1,000 items at once.')

export const splitIncidentRoute = contract({
  method: 'POST',
  path: '/api/incident-splits/:id',
  embeddedOnly: true,
  params: incidentParams,
  body: z
    .object({
      title: z
        .string()
        .trim()
        .min(1, 'Enter a title for the new incident.')
        .max(1_000, 'Use at most 1,000 characters.'),
      hypotheses: ids,
      evidences: ids,
    })
    .refine(({ hypotheses, evidences }) => hypotheses.length + evidences.length > 0, {
      message: 'Select what to move to the new incident.',
    }),
  response: idSchema,
})
