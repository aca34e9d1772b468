import { formatCount } from '#shared/primitives/format-count.ts'
import {
  findChildFeature,
  findFeature,
  listParentFeatures,
  toSwitchProperty,
  type Property,
} from '#shared/settings/feature-flags.ts'
import { knownFeatures } from '#shared/settings/known-features.ts'
import type { StoredProperty } from './flags-api.ts'

export interface Flag {
  readonly property: string
  readonly feature: string | null
  readonly shows: string
  readonly value: string | null
  /** `local` (file or command line of the backend) or `db`; null when not set. */
  readonly source: string | null
  /** A local value overrides the stored one. */
  readonly stored: StoredProperty | null
  readonly isOff: boolean
  readonly offWith: string | null
  readonly takesAlong: string | null
}

const isOff = (value: string | null | undefined) => value === 'true'

export const listFlags = (properties: readonly Property[], stored: readonly StoredProperty[]): readonly Flag[] => {
  const effective = new Map(properties.map((property) => [property.name, property]))
  const rows = new Map(stored.map((row) => [row.name, row]))
  const names = new Set([...[...knownFeatures.keys()].map(toSwitchProperty), ...effective.keys(), ...rows.keys()])
  const toFlag = (property: string): Flag => {
    const feature = findFeature(property)
    const { value = null, source = null } = effective.get(property) ?? {}
    const own = feature !== null && isOff(value)
    const above = feature === null ? [] : listParentFeatures(feature)
    return {
      property,
      feature,
      shows: knownFeatures.get(feature ?? '') ?? '',
      value,
      source,
      stored: rows.get(property) ?? null,
      isOff: own,
      offWith: above.find((parent) => isOff(effective.get(toSwitchProperty(parent))?.value)) ?? null,
      takesAlong: feature === null ? null : findChildFeature(feature),
    }
  }
  return [...names].map(toFlag).toSorted((a, b) => a.property.localeCompare(b.property))
}

export const hasRow = ({ source, stored }: Flag): boolean => stored !== null || source === 'db'

export const flagFacts = (flags: readonly Flag[]): readonly string[] => {
  const features = flags.filter(({ feature }) => feature !== null)
  const off = features.filter((flag) => flag.isOff || flag.offWith !== null).length
  const local = flags.filter(({ source }) => source === 'local').length
  const others = flags.length - features.length
  return [
    `${features.length} features`,
    off === 0 ? 'all on' : `${off} off`,
    ...(others > 0 ? [formatCount(others, 'other property', 'other properties')] : []),
    ...(local > 0 ? [`${local} set locally on the backend, read-only here`] : []),
  ]
}
