import type { Cut, Observed } from '#shared/incidents/timeline-parts.ts'

interface NewestLines {
  readonly lines: readonly Observed[]
  readonly cut: readonly Cut[]
}

export const takeNewest = (lines: readonly Observed[], most: number): NewestLines => {
  const newest = lines.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, most)
  const oldest = newest.at(-1)
  return {
    lines: newest,
    cut: lines.length <= most || oldest === undefined ? [] : [{ about: oldest.about, before: oldest.at }],
  }
}
