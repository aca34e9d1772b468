import { formatCount } from '#shared/primitives/format-count.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { sameJson } from '#shared/primitives/same-json.ts'

export interface SpecEffect {
  readonly noun: string
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
  readonly total: number
  readonly touchesAll: boolean
}

type Spec = Readonly<Record<string, unknown>>

const mapEntries = (spec: Spec): ReadonlyMap<string, unknown> => {
  const all = Object.entries(spec).flatMap(([key, value]) =>
    Array.isArray(value)
      ? value.map((entry: unknown, at) => {
          const name = isMap(entry) && typeof entry['name'] === 'string' && entry['name'] !== '' ? entry['name'] : null
          return [`${key}: ${name ?? at + 1}`, entry] as const
        })
      : [],
  )
  return new Map(all)
}

export const compareSpecs = (before: Spec, after: Spec, noun: string): SpecEffect => {
  const [was, is] = [mapEntries(before), mapEntries(after)]
  const rest = (spec: Spec) => Object.fromEntries(Object.entries(spec).filter(([, value]) => !Array.isArray(value)))
  return {
    noun,
    added: [...is.keys()].filter((key) => !was.has(key)),
    changed: [...is].filter(([key, entry]) => was.has(key) && !sameJson(was.get(key), entry)).map(([key]) => key),
    removed: [...was.keys()].filter((key) => !is.has(key)),
    total: is.size,
    touchesAll: !sameJson(rest(before), rest(after)),
  }
}

export const formatEffect = ({ noun, added, changed, removed, total, touchesAll }: SpecEffect): string | null => {
  const parts = [
    ...(added.length > 0 ? [`adds ${formatCount(added.length, noun)}`] : []),
    ...(touchesAll && total > added.length
      ? [`changes ${formatCount(total - added.length, noun)}`]
      : changed.length > 0
        ? [`changes ${formatCount(changed.length, noun)}`]
        : []),
    ...(removed.length > 0 ? [`removes ${formatCount(removed.length, noun)}`] : []),
  ]
  const [head, ...tail] = parts
  if (head === undefined) return null
  return [`${head.charAt(0).toUpperCase()}${head.slice(1)}`, ...tail].join(', ')
}
