import type { ComponentRow } from './topology.ts'

/** Components by what they are shown under. */
export interface ComponentTree {
  readonly roots: readonly ComponentRow[]
  /** Those right below a component. */
  readonly listChildren: (id: string) => readonly ComponentRow[]
}

const none: readonly ComponentRow[] = []

/** Puts the rows of a topic together: level 0 at the top, everything else below each of its parents that is there. */
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
