import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

const resourceSchema = z.object({ kind: z.enum(['check', 'component', 'config']), id: z.string(), name: z.string() })
export type SuggestedResource = z.output<typeof resourceSchema>

const togetherSchema = resourceSchema.extend({
  health: z.string(),
  turned_at: z.string(),
  /** When it was well again; null: it is in trouble still. */
  well_at: z.string().nullable(),
  /** By which things it hangs together with the evidence, from the evidence on; empty: directly. Null: by nothing that is known. */
  via: z.array(z.string()).nullable(),
  /** The piece of evidence that it hangs together with. */
  nearest: z.string().nullable(),
  steps: z.number().nullable(),
  /** How often it turned bad in the week before: what does so all the time may have nothing to do with this. */
  turns_before: z.number(),
})

const namedSchema = z.object({ id: z.string(), number: z.string(), title: z.string(), status: z.string() })

const similarSchema = namedSchema.extend({
  opened_at: z.string(),
  over_at: z.string().nullable(),
  /** What both are about. */
  shared: z.array(resourceSchema),
  /** From 0 to 1: how much of what the two are about is the same. */
  score: z.number(),
  /** What was proven, or held for likely, to be the cause. */
  causes: z.array(z.object({ title: z.string(), status: z.string() })),
  /** What solved it, as far as somebody said so. */
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
      /** During which incident it ran. */
      incident: z.string(),
      /** How long after it that incident was over, in milliseconds; null: not within the two hours after. */
      over_after_ms: z.number().nullable(),
    }),
  ),
})

/**
 * What may belong to an incident, computed from what is there and explained, by the rights of whoever asks: what turned bad around
 * the same time, similar incidents before, and the playbooks that ran then. Nothing of it is asserted.
 */
export const suggestionsRoute = contract({
  method: 'GET',
  path: '/api/incident-suggestions/:id',
  params: z.object({ id: z.string() }),
  response: z.object({
    /** When trouble began, which what turned is compared with. */
    began_at: z.string(),
    /** The items that the evidence is, or is tied to, the nearest first: what changed on them may have caused it. */
    items: z.array(z.string()),
    together: z.array(togetherSchema),
    similar: z.array(similarSchema),
    playbooks: z.array(playbookSchema),
    notes: z.array(z.string()),
  }),
})
export type Suggestions = z.output<typeof suggestionsRoute.response>
