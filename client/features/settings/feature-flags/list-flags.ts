import {
  findChildFeature,
  findFeature,
  listParentFeatures,
  toSwitchProperty,
  type Property,
} from '#shared/settings/feature-flags.ts'
import { knownFeatures } from '#shared/settings/known-features.ts'
import type { StoredProperty } from './flags-api.ts'

/** One line of the page: a feature with its switch, or another property. */
export interface Flag {
  /** The property's name (ledger PERM-60). */
  readonly property: string
  /** What it switches; null where it is another setting. */
  readonly feature: string | null
  /** What of the console the feature shows; '' where only the backend knows. */
  readonly shows: string
  /** What is in force; null where nothing is set. */
  readonly value: string | null
  /** `local` is set in the backend's file or on its command line, `db` here; null where nothing is set. */
  readonly source: string | null
  /** What the database holds: who set it and when, and its value, which a local one may overrule. */
  readonly stored: StoredProperty | null
  readonly isOff: boolean
  /** The feature above it that takes it along. */
  readonly offWith: string | null
  /** The feature that goes with it. */
  readonly takesAlong: string | null
}

const isOff = (value: string | null | undefined) => value === 'true'

/** Every feature of the console and every other property there is, by name. */
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

/** Whether the database has a row for it, which can be changed and deleted. */
export const hasRow = ({ source, stored }: Flag): boolean => stored !== null || source === 'db'

/** What the page knows of its flags, fact by fact. */
export const flagFacts = (flags: readonly Flag[]): readonly string[] => {
  const features = flags.filter(({ feature }) => feature !== null)
  const off = features.filter((flag) => flag.isOff || flag.offWith !== null).length
  const local = flags.filter(({ source }) => source === 'local').length
  const others = flags.length - features.length
  return [
    `${features.length} features`,
    off === 0 ? 'all on' : `${off} off`,
    ...(others > 0 ? [`${others} other ${others === 1 ? 'property' : 'properties'}`] : []),
    ...(local > 0 ? [`${local} set on the machine (local), not changeable here`] : []),
  ]
}
