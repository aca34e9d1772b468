import type { ComponentRow } from './topology.ts'

export interface ComponentTree {
  readonly roots: readonly ComponentRow[]
  readonly listChildren: (id: string) => readonly ComponentRow[]
}

const none: readonly ComponentRow[] = []

export const componentTree = (rows: Iterable<ComponentRow>): ComponentTree => {
  const roots: ComponentRow[] = []
  const children = new Map<string, ComponentRow[]>()
  for (const row of rows) {
    if (row.level === 0) roots.push(row)
    for (const parent of new Set([...(row.parents ?? []), ...(row.parent_id ? [row.parent_id] : [])])) {
      const siblings = children.get(parent)
      if (siblings === undefined) children.set(parent, [row])
      else siblings.push(row)
    }
  }
  return { roots, listChildren: (id) => children.get(id) ?? none }
}
