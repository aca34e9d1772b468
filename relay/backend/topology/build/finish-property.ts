import type { ComponentProperty } from '#shared/topology/topology.ts'
import type { PropertySpec } from '#relay/backend/topology/topology-spec.ts'

export type PlainProperty = Omit<PropertySpec, 'lookup' | 'configLookup' | 'summary' | 'thresholds'>
type Thresholds = NonNullable<PropertySpec['thresholds']>

const parseNumber = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '' || Number.isNaN(Number(value))) return undefined
  return Number(value)
}

const severities = ['unhealthy', 'warning'] as const

/**
 * Thresholds are lower bounds, or upper bounds where unhealthy is below warning; with a `max` they are
 * percentages of it.
 */
const findStatus = ({ warning, unhealthy }: Thresholds, value: number, max: number | undefined): string => {
  const measured = max === undefined || max === 0 ? value : (100 * value) / max
  const isFalling = warning !== undefined && unhealthy !== undefined && unhealthy < warning
  const limits = { warning, unhealthy }
  const beyond = severities.find((severity) => {
    const limit = limits[severity]
    return limit !== undefined && (isFalling ? measured <= limit : measured >= limit)
  })
  return beyond ?? 'healthy'
}

export const finishProperty = (plain: PlainProperty, thresholds: PropertySpec['thresholds']): ComponentProperty => {
  const { value: rawValue, min: least, max: most, ...rest } = plain
  const [value, min, max] = [parseNumber(rawValue), parseNumber(least), parseNumber(most)]
  const text = rest.text ?? (value === undefined && rawValue !== undefined ? String(rawValue) : undefined)
  const status =
    rest.status ?? (thresholds === undefined || value === undefined ? undefined : findStatus(thresholds, value, max))
  return {
    ...rest,
    ...(text !== undefined && { text }),
    ...(value !== undefined && { value }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(status !== undefined && { status }),
  }
}
