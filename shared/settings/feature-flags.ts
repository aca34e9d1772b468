import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

/** One effective property; `source` is `local` where the operator's file or command line set it. */
export const propertySchema = z.object({
  name: z.string(),
  value: z.string().nullish(),
  source: z.string().nullish(),
})
export type Property = z.infer<typeof propertySchema>

/** The effective properties; `null` is what an empty list looks like from one of the backends. */
export const propertiesRoute = contract({
  method: 'GET',
  path: '/api/properties',
  response: z.array(propertySchema).nullable(),
})

/** Switching off one of these features switches off the one named here (ledger PERM-54 to PERM-58). */
const disabledWith: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'settings.config_scraper': 'config',
    'settings.topology': 'topology',
    'settings.health': 'health',
    'settings.job_history': 'health',
  }),
)

const switchSuffix = '.disable'

/** The property that switches a feature off. */
export const toSwitchProperty = (feature: string): string => feature + switchSuffix

/** The feature that a property switches; null when it is another setting. */
export const findFeature = (property: string): string | null =>
  property.length > switchSuffix.length && property.endsWith(switchSuffix)
    ? property.slice(0, -switchSuffix.length)
    : null

/** The feature that goes with this one when it is switched off (ledger PERM-54); null for none. */
export const findChildFeature = (feature: string): string | null => disabledWith.get(feature) ?? null

/** The features that take this one with them when they are switched off. */
export const listParentFeatures = (feature: string): readonly string[] =>
  [...disabledWith].filter(([, child]) => child === feature).map(([parent]) => parent)

/**
 * Whether a feature is on: it is unless a property `{feature}.disable`, of it or of a parent, has exactly the value `true`
 * (ledger PERM-52).
 */
export const featureIsOn = (properties: readonly Property[], feature: string): boolean => {
  const switches = new Set([feature, ...listParentFeatures(feature)].map(toSwitchProperty))
  return !properties.some(({ name, value }) => switches.has(name) && value === 'true')
}
