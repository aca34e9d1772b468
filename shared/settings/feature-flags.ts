import { z } from 'zod'

/** One effective property (contract 1.3); `source` is `local` where the operator's file or command line set it. */
export const propertySchema = z.object({
  name: z.string(),
  value: z.string().nullish(),
  source: z.string().nullish(),
})
export type Property = z.infer<typeof propertySchema>

/** Switching off one of these features switches off the one named here (ledger PERM-54 to PERM-58). */
const disabledWith: Readonly<Record<string, string>> = {
  'settings.config_scraper': 'config',
  'settings.topology': 'topology',
  'settings.health': 'health',
  'settings.job_history': 'health',
}

/**
 * Whether a feature is on: it is unless a property `{feature}.disable`, of it or of a parent, has exactly the value `true`
 * (ledger PERM-52).
 */
export const featureIsOn = (properties: readonly Property[], feature: string): boolean => {
  const parents = Object.keys(disabledWith).filter((parent) => disabledWith[parent] === feature)
  const switches = new Set([feature, ...parents].map((name) => `${name}.disable`))
  return !properties.some(({ name, value }) => switches.has(name) && value === 'true')
}
