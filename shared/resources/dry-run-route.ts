import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { idSchema } from '#shared/primitives/id.ts'

/** What can be tried before it is saved, by its table. */
export const dryRunTables = ['canaries', 'config_scrapers', 'topologies'] as const
export type DryRunTable = (typeof dryRunTables)[number]

/** How large a spec may be, in letters of its JSON. */
export const specMaxLength = 1_000_000
/** What one dry run runs and shows at most. */
export const dryRunMax = 20

const errorSchema = z.object({ path: z.array(z.union([z.string(), z.number()])), reason: z.string() })
const check = z.object({
  name: z.string(),
  type: z.string(),
  pass: z.boolean(),
  message: z.string(),
  durationMs: z.number().nullable(),
})
const item = z.object({ type: z.string(), name: z.string(), id: z.string() })

/** Reads a spec as the engine would, runs it once, and stores nothing. */
export const dryRunRoute = contract({
  method: 'POST',
  path: '/api/resources/dry-run',
  body: z.object({
    table: z.enum(dryRunTables),
    /** The resource that it would replace; its stored secrets stand where `***` is written. */
    id: idSchema.nullish(),
    name: z.string().max(500),
    namespace: z.string().max(500),
    spec: z.record(z.string(), z.unknown()),
  }),
  response: z.object({
    /** What is wrong with the spec, at its place. */
    problems: z.array(errorSchema),
    checks: z.array(check),
    items: z.array(item),
    /** What could not be read or was left out, in sentences. */
    notes: z.array(z.string()),
  }),
})
export type DryRun = z.infer<(typeof dryRunRoute)['response']>
