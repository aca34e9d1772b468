import { z } from 'zod'

const text = z.string().nullish().catch(null)
const number = z.number().nullish().catch(null)
const flag = z.boolean().nullish().catch(null)
const texts = z.record(z.string(), z.string()).nullish().catch(null)
const ids = z.array(z.string()).nullish().catch(null)

/** What an address behind a property is called and where it leads. */
const propertyLinkSchema = z.object({
  type: text,
  label: text,
  url: text,
  icon: text,
  text,
  tooltip: text,
})

/** A named value of a component: `text` as it is, or `value` in `unit`, whose share of `max` says how full something is. */
const componentPropertySchema = z.object({
  name: text,
  label: text,
  tooltip: text,
  icon: text,
  /** `url`, `badge`, `age`, `currency`, `hidden`, `links`; plain where it is left out. */
  type: text,
  color: text,
  order: number,
  headline: flag,
  hidden: flag,
  text,
  value: number,
  /** `bytes`, `millicores`, `milliseconds`, `percent`, `epoch`, … */
  unit: text,
  max: number,
  min: number,
  status: text,
  lastTransition: text,
  links: z.array(propertyLinkSchema).nullish().catch(null),
})
export type ComponentProperty = z.infer<typeof componentPropertySchema>

/** How many of a kind there are, by severity: `{security: {high: 2}}`. */
const severitiesByTypeSchema = z.record(z.string(), z.record(z.string(), z.number())).nullish().catch(null)

/** What a component and everything below it come to: leaves by health, incidents and insights by type and severity, checks by health. */
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
  /** Healthy, unhealthy, warning, or what the document says; empty where nothing says it. */
  status: text,
  health: text,
  status_reason: text,
  description: text,
  lifecycle: text,
  tooltip: text,
  icon: text,
  type: text,
  owner: text,
  /** Its place among those beside it that are as well as it is. */
  order: number,
  logs: z
    .array(z.object({ name: text, type: text, labels: texts }))
    .nullish()
    .catch(null),
  properties: z.array(componentPropertySchema).nullish().catch(null),
  /** The ids of those above it, dotted. */
  path: text,
  summary: componentSummarySchema.nullish().catch(null),
  is_leaf: flag,
  cost_per_minute: number,
  cost_total_1d: number,
  cost_total_7d: number,
  cost_total_30d: number,
  /** Those it is shown under, by place and by relationship. */
  parents: ids,
  children: ids,
  team_names: z.array(z.string()).nullish().catch(null),
  created_at: text,
  updated_at: text,
  deleted_at: text,
  /** When its topology was last read well, which only our own backend says. */
  last_observed: text,
})

/** One component as `GET /canary/api/topology` answers it, with those below it. */
export interface Component extends z.infer<typeof bareSchema> {
  readonly components?: readonly Component[] | null | undefined
}
const componentSchema: z.ZodType<Component> = bareSchema.extend({
  components: z.lazy(() => z.array(componentSchema)).nullish(),
})

/**
 * A component without those below it. `level` is 0 for what was asked for, 1 for what is right below that, and so on;
 * `parents` holds whatever it is shown under.
 */
export const componentRowSchema = bareSchema.extend({ level: z.number() })
export type ComponentRow = z.infer<typeof componentRowSchema>

const list = z.array(z.string()).nullish().catch(null)

/** The body of `GET /canary/api/topology`: components, and what can be asked for by status, team, label and type. */
export const topologyResponseSchema = z.object({
  components: z.array(componentSchema).nullish(),
  healthStatuses: list,
  teams: list,
  tags: z.record(z.string(), z.array(z.string())).nullish().catch(null),
  types: list,
})
