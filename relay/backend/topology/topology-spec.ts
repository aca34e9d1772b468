import { z } from 'zod'
import { booleanField, scalarText } from '#shared/primitives/document-scalars.ts'
import { checkBaseSchema } from '#relay/backend/checks/spec/check-base.ts'
import { envVars, tlsConfig } from '#relay/backend/clients/run/fields.ts'
import { httpSignIn } from '#relay/backend/clients/http/http-json.ts'
import { itemSelectorSchema as itemSelector, selectorSchema as selector } from '#shared/resources/document-selector.ts'
import { templateSchema } from '#relay/backend/templates/template.ts'

const texts = z.record(z.string(), scalarText)
const amount = z.union([z.number(), z.string()])
const canary = z.record(z.string(), z.unknown())

export const catalogLookupSchema = z.array(
  z.strictObject({
    ...checkBaseSchema.shape,
    name: scalarText.optional(),
    selector: z.union([z.array(selector), selector.transform((one) => [one])]),
  }),
)

const link = z.strictObject({
  type: scalarText.optional(),
  label: scalarText.optional(),
  url: scalarText.optional(),
  icon: scalarText.optional(),
  text: scalarText.optional(),
  tooltip: scalarText.optional(),
})

const plainProperty = {
  name: scalarText.optional(),
  label: scalarText.optional(),
  tooltip: scalarText.optional(),
  icon: scalarText.optional(),
  type: scalarText.optional(),
  color: scalarText.optional(),
  order: z.number().optional(),
  headline: booleanField.optional(),
  hidden: booleanField.optional(),
  text: scalarText.optional(),
  value: amount.optional(),
  unit: scalarText.optional(),
  min: amount.optional(),
  max: amount.optional(),
  status: scalarText.optional(),
  lastTransition: scalarText.optional(),
  links: z.array(link).optional(),
}

const property = z.strictObject({
  ...plainProperty,
  /** Percent of `max`, or absolute values without it; lower is worse where unhealthy is below warning. */
  thresholds: z.strictObject({ warning: z.number().optional(), unhealthy: z.number().optional() }).optional(),
  lookup: canary.optional(),
  configLookup: z
    .strictObject({
      id: scalarText.optional(),
      config: itemSelector.optional(),
      field: scalarText.optional(),
      display: templateSchema.optional(),
    })
    .optional(),
  summary: templateSchema.optional(),
})
export type PropertySpec = z.infer<typeof property>

/** Lookups may return more than a document can contain; the rest is ignored. */
export const foundPropertySchema = z.object({
  ...plainProperty,
  links: z.array(z.object(link.shape)).optional(),
})

const check = z
  .strictObject({ selector: selector.optional(), inline: canary.optional() })
  .refine(({ selector: of, inline }) => (of ?? inline) !== undefined, 'needs a selector or inline')
const log = z.strictObject({ name: scalarText, type: scalarText.optional(), labels: texts.optional() })
const relationship = z.strictObject({ type: scalarText.optional(), ref: scalarText })
const parentLookup = z
  .strictObject({
    name: scalarText.optional(),
    namespace: scalarText.optional(),
    type: scalarText.optional(),
    externalID: scalarText.optional(),
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
const healths = ['healthy', 'unhealthy', 'warning', 'unknown'] as const
const health = z
  .preprocess((value) => (typeof value === 'string' ? value.trim().toLowerCase() : value), z.enum(healths))
  .meta({ enum: [...healths] })

const own = {
  namespace: scalarText.optional(),
  type: scalarText.optional(),
  icon: scalarText.optional(),
  owner: scalarText.optional(),
  externalID: scalarText.optional(),
  /** An expression is about the component, or about each one that its lookup finds. */
  id: z.union([scalarText, templateSchema]).optional(),
  /** Sort order within the same health; components without one are last. */
  order: z.number().optional(),
  labels: texts.optional(),
  hidden: booleanField.optional(),
  silenced: booleanField.optional(),
  lifecycle: scalarText.optional(),
  tooltip: scalarText.optional(),
  text: scalarText.optional(),
  description: scalarText.optional(),
  topologyType: scalarText.optional(),
  status: scalarText.optional(),
  statusReason: scalarText.optional(),
  health: health.optional(),
  healthExpr: scalarText.optional(),
  statusExpr: scalarText.optional(),
  configID: scalarText.optional(),
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
export const foundComponentFields = {
  ...own,
  name: scalarText,
  id: scalarText.optional(),
  health: health.catch('unknown').optional(),
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
  name: scalarText.optional(),
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
  schedule: scalarText.optional(),
  type: scalarText.optional(),
  id: z.union([scalarText, templateSchema]).optional(),
  tooltip: scalarText.optional(),
  icon: scalarText.optional(),
  text: scalarText.optional(),
  label: scalarText.optional(),
  /** Older documents name the root so. */
  name: scalarText.optional(),
  owner: scalarText.optional(),
  healthExpr: scalarText.optional(),
  statusExpr: scalarText.optional(),
  components: z.array(componentSchema).optional(),
  properties: z.array(property).optional(),
  configs: z.array(itemSelector).optional(),
  groupBy: z
    .strictObject({
      tag: scalarText,
      selector: z.union([selector, z.array(selector)]).optional(),
      selectors: z.array(selector).optional(),
    })
    .transform(({ tag, selector: some = [], selectors = [] }) => ({ tag, selectors: [some, selectors].flat() }))
    .optional(),
  push: push.optional(),
})
export type TopologySpec = z.infer<typeof topologySpecSchema>
