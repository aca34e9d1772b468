import { z } from 'zod'

const text = z.string().nullish().catch(null)
const number = z.number().nullish().catch(null)
const flag = z.boolean().nullish().catch(null)
const texts = z.record(z.string(), z.string()).nullish().catch(null)
const ids = z.array(z.string()).nullish().catch(null)

const propertyLinkSchema = z.object({
  type: text,
  label: text,
  url: text,
  icon: text,
  text,
  tooltip: text,
})

const componentPropertySchema = z.object({
  name: text,
  label: text,
  tooltip: text,
  icon: text,
  type: text,
  color: text,
  order: number,
  headline: flag,
  hidden: flag,
  text,
  value: number,
  unit: text,
  max: number,
  min: number,
  status: text,
  lastTransition: text,
  links: z.array(propertyLinkSchema).nullish().catch(null),
})
export type ComponentProperty = z.infer<typeof componentPropertySchema>

const severitiesByTypeSchema = z.record(z.string(), z.record(z.string(), z.number())).nullish().catch(null)

/** Includes all descendants: leaves by health, incidents and insights by type and severity, checks by health. */
const componentSummarySchema = z.object({
  healthy: number,
  unhealthy: number,
  warning: number,
  info: number,
  incidents: severitiesByTypeSchema,
  insights: severitiesByTypeSchema,
  checks: z.record(z.string(), z.number()).nullish().catch(null),
})
export type ComponentSummary = z.infer<typeof componentSummarySchema>

const bareSchema = z.object({
  id: z.string(),
  topology_id: text,
  agent_id: text,
  external_id: text,
  parent_id: text,
  config_id: text,
  name: z.string(),
  text,
  topology_type: text,
  namespace: text,
  labels: texts,
  hidden: flag,
  silenced: flag,
  status: text,
  health: text,
  status_reason: text,
  description: text,
  lifecycle: text,
  tooltip: text,
  icon: text,
  type: text,
  owner: text,
  order: number,
  logs: z
    .array(z.object({ name: text, type: text, labels: texts }))
    .nullish()
    .catch(null),
  properties: z.array(componentPropertySchema).nullish().catch(null),
  path: text,
  summary: componentSummarySchema.nullish().catch(null),
  is_leaf: flag,
  cost_per_minute: number,
  cost_total_1d: number,
  cost_total_7d: number,
  cost_total_30d: number,
  parents: ids,
  children: ids,
  team_names: z.array(z.string()).nullish().catch(null),
  created_at: text,
  updated_at: text,
  deleted_at: text,
  last_observed: text,
})

export interface Component extends z.infer<typeof bareSchema> {
  readonly components?: readonly Component[] | null | undefined
}
const componentSchema: z.ZodType<Component> = bareSchema.extend({
  components: z.lazy(() => z.array(componentSchema)).nullish(),
})

/** `level` is 0 for the requested components, 1 for their children and so on; `parents` has all parents. */
export const componentRowSchema = bareSchema.extend({ level: z.number() })
export type ComponentRow = z.infer<typeof componentRowSchema>

const list = z.array(z.string()).nullish().catch(null)

export const topologyResponseSchema = z.object({
  components: z.array(componentSchema).nullish(),
  healthStatuses: list,
  teams: list,
  tags: z.record(z.string(), z.array(z.string())).nullish().catch(null),
  types: list,
})
