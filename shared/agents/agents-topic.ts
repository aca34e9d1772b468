import { z } from 'zod'
import { defineTopic } from '#shared/live/topic.ts'
import { nullableText, numberOrZero, orNull } from '#shared/primitives/row-values.ts'

const agentSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: nullableText,
  hostname: nullableText,
  ip: nullableText,
  version: nullableText,
  properties: z.record(z.string(), z.unknown()).nullish().catch(null),
  created_by: orNull(z.union([z.object({ name: nullableText }).transform(({ name }) => name), z.string()])),
  created_at: nullableText,
  updated_at: nullableText,
  last_seen: nullableText,
  last_received: nullableText,
  config_count: numberOrZero,
  config_scrapper_count: numberOrZero,
  checks_count: numberOrZero,
  playbook_runs_count: numberOrZero,
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
