import { z } from 'zod'
import { checkBaseSchema } from '#relay/backend/checks/spec/check-base.ts'
import { envVars, tlsConfig } from '#relay/backend/clients/run/fields.ts'
import { httpSignIn } from '#relay/backend/clients/http/http-json.ts'
import { itemSelectorSchema as itemSelector, selectorSchema as selector } from '#shared/resources/document-selector.ts'
import { templateSchema } from '#relay/backend/templates/template.ts'

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const texts = z.record(z.string(), text)
const amount = z.union([z.number(), z.string()])
const canary = z.record(z.string(), z.unknown())

export const catalogLookupSchema = z.array(
  z.strictObject({
    ...checkBaseSchema.shape,
    name: text.optional(),
    selector: z.union([z.array(selector), selector.transform((one) => [one])]),
  }),
)

const link = z.strictObject({
  type: text.optional(),
  label: text.optional(),
  url: text.optional(),
  icon: text.optional(),
  text: text.optional(),
  tooltip: text.optional(),
})

const property = z.strictObject({
  name: text.optional(),
  label: text.optional(),
  tooltip: text.optional(),
  icon: text.optional(),
  type: text.optional(),
  color: text.optional(),
  order: z.number().optional(),
  headline: z.boolean().optional(),
  hidden: z.boolean().optional(),
  text: text.optional(),
  value: amount.optional(),
  unit: text.optional(),
  min: amount.optional(),
  max: amount.optional(),
  status: text.optional(),
  lastTransition: text.optional(),
  links: z.array(link).optional(),
  /** Percent of `max`, or absolute values without it; lower is worse where unhealthy is below warning. */
  thresholds: z.strictObject({ warning: z.number().optional(), unhealthy: z.number().optional() }).optional(),
  lookup: canary.optional(),
  configLookup: z
    .strictObject({
      id: text.optional(),
      config: itemSelector.optional(),
      field: text.optional(),
      display: templateSchema.optional(),
    })
    .optional(),
  summary: templateSchema.optional(),
})
export type PropertySpec = z.infer<typeof property>

const check = z
  .strictObject({ selector: selector.optional(), inline: canary.optional() })
  .refine(({ selector: of, inline }) => (of ?? inline) !== undefined, 'needs a selector or inline')
const log = z.strictObject({ name: text, type: text.optional(), labels: texts.optional() })
const relationship = z.strictObject({ type: text.optional(), ref: text })
const parentLookup = z
  .strictObject({
    name: text.optional(),
    namespace: text.optional(),
    type: text.optional(),
    externalID: text.optional(),
  })
  .refine((criteria) => Object.keys(criteria).length > 0, 'needs a name, type, namespace or externalID')
const severities = z.record(z.string(), z.record(z.string(), z.number())).optional()
const counts = z.strictObject({
  healthy: z.number().optional(),
  unhealthy: z.number().optional(),
  warning: z.number().optional(),
  info: z.number().optional(),
  checks: z.record(z.string(), z.number()).optional(),
  incidents: severities,
  insights: severities,
})
const health = z.enum(['healthy', 'unhealthy', 'warning', 'unknown'])

const own = {
  namespace: text.optional(),
  type: text.optional(),
  icon: text.optional(),
  owner: text.optional(),
  externalID: text.optional(),
  /** An expression is about the component, or about each one that its lookup finds. */
  id: z.union([text, templateSchema]).optional(),
  /** Sort order within the same health; components without one are last. */
  order: z.number().optional(),
  labels: texts.optional(),
  hidden: z.boolean().optional(),
  silenced: z.boolean().optional(),
  lifecycle: text.optional(),
  tooltip: text.optional(),
  text: text.optional(),
  description: text.optional(),
  topologyType: text.optional(),
  status: text.optional(),
  statusReason: text.optional(),
  health: health.optional(),
  healthExpr: text.optional(),
  statusExpr: text.optional(),
  configID: text.optional(),
  summary: counts.optional(),
  properties: z.array(property).optional(),
  selectors: z.array(selector).optional(),
  configs: z.array(itemSelector).optional(),
  checks: z.array(check).optional(),
  relationships: z.array(relationship).optional(),
  logs: z.array(log).optional(),
  parentLookup: parentLookup.optional(),
}

const cost = z.number().optional()
/** Lookups may return more than a document can contain; the rest is ignored. */
export const foundComponentFields = {
  ...own,
  name: text,
  id: text.optional(),
  health: z
    .preprocess((value) => (typeof value === 'string' ? value.toLowerCase() : value), health.catch('unknown'))
    .optional(),
  summary: z.object(counts.shape).optional(),
  properties: z.array(z.object({ ...property.shape, links: z.array(z.object(link.shape)).optional() })).optional(),
  logs: z.array(z.object(log.shape)).optional(),
  cost_per_minute: cost,
  cost_total_1d: cost,
  cost_total_7d: cost,
  cost_total_30d: cost,
}
type FoundCosts = Partial<
  Record<'cost_per_minute' | 'cost_total_1d' | 'cost_total_7d' | 'cost_total_30d', number | undefined>
>

const each = z.strictObject({
  properties: z.array(property).optional(),
  configs: z.array(itemSelector).optional(),
  selectors: z.array(selector).optional(),
  relationships: z.array(relationship).optional(),
  checks: z.array(check).optional(),
  components: z.lazy((): z.ZodType<ComponentSpec[]> => z.array(componentSchema)).optional(),
})
export type ForEach = z.infer<typeof each>

const flatComponent = z.strictObject({
  ...own,
  name: text.optional(),
  lookup: canary.optional(),
  forEach: each.optional(),
})

export interface ComponentSpec extends z.infer<typeof flatComponent>, FoundCosts {
  readonly components?: readonly ComponentSpec[] | undefined
}
export const componentSchema: z.ZodType<ComponentSpec> = flatComponent
  .extend({ components: z.lazy(() => z.array(componentSchema)).optional() })
  .refine(({ name, lookup }) => name !== undefined || lookup !== undefined, 'needs a name or a lookup')

const push = z
  .strictObject({
    url: z.string().optional(),
    headers: envVars.optional(),
    tls: tlsConfig.optional(),
    ...httpSignIn,
  })
  .refine(({ url, connection }) => (url ?? connection ?? '') !== '', { message: 'required', path: ['url'] })
export type PushSpec = z.infer<typeof push>

export const topologySpecSchema = z.strictObject({
  schedule: text.optional(),
  type: text.optional(),
  id: z.union([text, templateSchema]).optional(),
  tooltip: text.optional(),
  icon: text.optional(),
  text: text.optional(),
  label: text.optional(),
  owner: text.optional(),
  healthExpr: text.optional(),
  statusExpr: text.optional(),
  components: z.array(componentSchema).optional(),
  properties: z.array(property).optional(),
  configs: z.array(itemSelector).optional(),
  groupBy: z
    .strictObject({ tag: text, selector: selector.optional(), selectors: z.array(selector).optional() })
    .transform(({ tag, selector: one, selectors = [] }) => ({
      tag,
      selectors: one === undefined ? selectors : [one, ...selectors],
    }))
    .optional(),
  push: push.optional(),
})
export type TopologySpec = z.infer<typeof topologySpecSchema>
