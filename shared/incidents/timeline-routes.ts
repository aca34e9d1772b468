import { parseDate } from '#shared/primitives/calendar-day.ts'
import { z } from 'zod'
import { cutSchema, markSchema, noteSchema, observedSchema, outwardSchema } from '#shared/incidents/timeline-parts.ts'
import { contract } from '#shared/primitives/contract.ts'

const params = z.object({ id: z.string() })

const moment = z
  .string()
  .refine((text) => !Number.isNaN(parseDate(text)), 'Invalid time.')
  .transform((text) => new Date(text).toISOString())

/** The newest 200 of each kind, 10,000 for the whole timeline; `cut` marks omitted ones. */
export const timelineRoute = contract({
  method: 'GET',
  path: '/api/incident-timeline/:id',
  embeddedOnly: true,
  params,
  query: z.object({ whole: z.literal('yes').optional() }),
  response: z.object({
    observed: z.array(observedSchema),
    cut: z.array(cutSchema),
    notes: z.array(noteSchema),
    marks: z.array(markSchema),
    outward: z.array(outwardSchema),
  }),
})

export const addNoteRoute = contract({
  method: 'POST',
  path: '/api/incident-timeline/:id/notes',
  embeddedOnly: true,
  params,
  body: z.object({
    at: moment,
    says: z.string().trim().min(1, 'Enter a note.').max(2_000, 'Use at most 2,000 characters.'),
  }),
  response: z.object({ id: z.string() }),
})

export const markLineRoute = contract({
  method: 'PATCH',
  path: '/api/incident-timeline/:id/lines/:line',
  embeddedOnly: true,
  params: z.object({ id: z.string(), line: z.string() }),
  body: z.strictObject({
    hidden: z.boolean().optional(),
    pinned: z.boolean().optional(),
    at: moment.nullable().optional(),
  }),
  response: markSchema,
})
