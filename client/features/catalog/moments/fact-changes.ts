import type { ItemSnapshot } from '#shared/catalog/as-of.ts'

type Facts = NonNullable<ItemSnapshot['facts']>

interface FactChange {
  readonly name: string
  readonly was: string | null
  readonly is: string | null
}

const fields = ['name', 'status', 'health', 'description'] as const
const pairs = ['labels', 'tags'] as const
const singular = { labels: 'label', tags: 'tag' } as const

export const factChanges = (was: Facts, is: Facts): readonly FactChange[] => {
  if (was.since === null || is.since === null) return []
  return [
    ...fields.map((name): FactChange => ({ name, was: was[name], is: is[name] })),
    ...pairs.flatMap((name) => {
      const [before, after] = [was[name] ?? {}, is[name] ?? {}]
      const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
      return keys.map((key): FactChange => ({
        name: `${singular[name]} ${key}`,
        was: before[key] ?? null,
        is: after[key] ?? null,
      }))
    }),
  ].filter(({ was: before, is: after }) => before !== after)
}
