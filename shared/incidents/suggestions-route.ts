import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

const resourceSchema = z.object({ kind: z.enum(['check', 'component', 'config']), id: z.string(), name: z.string() })
export type SuggestedResource = z.output<typeof resourceSchema>

const togetherSchema = resourceSchema.extend({
  health: z.string(),
  turned_at: z.string(),
  well_at: z.string().nullable(),
  /** Connecting resources, starting at the evidence; empty: directly connected. Null: no known connection. */
  via: z.array(z.string()).nullable(),
  nearest: z.string().nullable(),
  steps: z.number().nullable(),
  turns_before: z.number(),
})

const namedSchema = z.object({ id: z.string(), number: z.string(), title: z.string(), status: z.string() })

const similarSchema = namedSchema.extend({
  opened_at: z.string(),
  over_at: z.string().nullable(),
  shared: z.array(resourceSchema),
  score: z.number(),
  causes: z.array(z.object({ title: z.string(), status: z.string() })),
  solutions: z.array(z.object({ title: z.string(), status: z.string() })),
})

const playbookSchema = z.object({
  id: z.string(),
  name: z.string(),
  runs: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      started_at: z.string(),
      incident: z.string(),
      over_after_ms: z.number().nullable(),
    }),
  ),
})

/** Computed with the permissions of the requester. */
export const suggestionsRoute = contract({
  method: 'GET',
  path: '/api/incident-suggestions/:id',
  embeddedOnly: true,
  params: z.object({ id: z.string() }),
  response: z.object({
    began_at: z.string(),
    items: z.array(z.string()),
    together: z.array(togetherSchema),
    similar: z.array(similarSchema),
    playbooks: z.array(playbookSchema),
    notes: z.array(z.string()),
  }),
})
export type Suggestions = z.output<typeof suggestionsRoute.response>
