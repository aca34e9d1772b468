import type { ComponentProperty } from './topology.ts'

const getTitle = ({ label, name }: ComponentProperty) => label || name || ''

export const orderProperties = (properties: readonly ComponentProperty[] | null | undefined): ComponentProperty[] => {
  const shown = (properties ?? []).filter((each) => !each.hidden && each.type !== 'hidden' && getTitle(each) !== '')
  const byTitle = new Map(shown.map((property) => [getTitle(property), property]))
  return [...byTitle.values()].toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
}

export const headlineNames = (
  components: Iterable<{ readonly properties?: readonly ComponentProperty[] | null | undefined }>,
): string[] => {
  const names = new Set<string>()
  for (const { properties } of components)
    for (const { name, headline } of orderProperties(properties)) if (headline && name) names.add(name)
  return [...names].sort()
}
