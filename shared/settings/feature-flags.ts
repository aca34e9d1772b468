import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

export const propertySchema = z.object({
  name: z.string(),
  value: z.string().nullish(),
  source: z.string().nullish(),
})
export type Property = z.infer<typeof propertySchema>

/** One backend sends `null` for an empty list. */
export const propertiesRoute = contract({
  method: 'GET',
  path: '/api/properties',
  response: z.array(propertySchema).nullable(),
})

const disabledWith: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'settings.config_scraper': 'config',
    'settings.topology': 'topology',
    'settings.health': 'health',
    'settings.job_history': 'health',
  }),
)

const switchSuffix = '.disable'

export const toSwitchProperty = (feature: string): string => feature + switchSuffix

export const findFeature = (property: string): string | null =>
  property.length > switchSuffix.length && property.endsWith(switchSuffix)
    ? property.slice(0, -switchSuffix.length)
    : null

export const findChildFeature = (feature: string): string | null => disabledWith.get(feature) ?? null

export const listParentFeatures = (feature: string): readonly string[] =>
  [...disabledWith].filter(([, child]) => child === feature).map(([parent]) => parent)

export const featureIsOn = (properties: readonly Property[], feature: string): boolean => {
  const switches = new Set([feature, ...listParentFeatures(feature)].map(toSwitchProperty))
  return !properties.some(({ name, value }) => switches.has(name) && value === 'true')
}
