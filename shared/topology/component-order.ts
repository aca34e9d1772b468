import { compareText } from '#shared/primitives/compare-text.ts'
import { compareValues, type SortValue } from '#shared/sorting/sort-value.ts'
import { healthRank } from './component-health.ts'
import type { ComponentRow } from './topology.ts'

export interface ComponentOrder {
  readonly by: string
  readonly desc: boolean
}

export const worstFirst: ComponentOrder = { by: 'status', desc: true }

const fieldPrefix = 'field:'
export const propertyOrder = (name: string): string => `${fieldPrefix}${name}`

const getSortValue = (component: ComponentRow, by: string): SortValue => {
  if (by === 'name') return component.name
  if (by === 'type') return component.type || null
  if (by === 'updated_at') return component.updated_at ? Date.parse(component.updated_at) : null
  if (!by.startsWith(fieldPrefix)) return -healthRank(component)
  const name = by.slice(fieldPrefix.length)
  const property = component.properties?.find((each) => each.name === name)
  return property === undefined ? null : (property.value ?? property.text ?? null)
}

export const orderComponents = <C extends ComponentRow>(components: readonly C[], order: ComponentOrder): C[] =>
  components.toSorted(
    (a, b) =>
      compareValues(getSortValue(a, order.by), getSortValue(b, order.by), order.desc) ||
      healthRank(a) - healthRank(b) ||
      compareValues(a.order ?? null, b.order ?? null) ||
      compareValues(a.name, b.name) ||
      compareText(a.id, b.id),
  )
