import { z } from 'zod'
import { defineTopic } from '#shared/live/topic.ts'

const count = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null)

export const agentSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: text,
  hostname: text,
  ip: text,
  version: text,
  properties: z.record(z.string(), z.unknown()).nullish().catch(null),
  created_by: z
    .union([z.object({ name: text }).transform(({ name }) => name), z.string()])
    .nullish()
    .transform((value) => value ?? null),
  created_at: text,
  updated_at: text,
  last_seen: text,
  last_received: text,
  config_count: count,
  config_scrapper_count: count,
  checks_count: count,
  playbook_runs_count: count,
})
export type Agent = z.infer<typeof agentSchema>

/** Four heartbeats of 15 seconds. */
const onlineMs = 61_000

export const isOnline = ({ last_seen: at }: Pick<Agent, 'last_seen'>, nowMs: number): boolean =>
  at !== null && nowMs - Date.parse(at) < onlineMs

export const agents = defineTopic<Record<string, never>, Agent>({
  name: 'settings.agents',
  params: z.strictObject({}),
  row: agentSchema,
  getKey: (row) => row.id,
  resource: 'agents',
  shows: ['agents_summary'],
  changedBy: ['agents'],
  pollEveryMs: 10_000,
  staleAfterMs: 30_000,
  hintGapMs: 1_000,
})
