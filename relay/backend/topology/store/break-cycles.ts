import { appendValue } from '#shared/primitives/append-value.ts'
import type { Placed } from './place-drafts.ts'

export interface Links {
  readonly configId: string | null
  readonly configs: readonly string[]
  readonly checks: readonly string[]
  readonly related: readonly { readonly id: string; readonly by: 'selectors' | 'relationships' }[]
}

type Related = Links['related'][number]

interface Step {
  readonly id: string
  readonly below: Iterator<{ readonly id: string; readonly link?: Related }>
}

/**
 * Removes links that lead back to an ancestor; parent-child relations and links of other topologies stay. In a
 * cycle across topologies (`waysBack`) this topology's own link is removed.
 */
export const breakCircles = (
  placed: readonly Placed[],
  links: ReadonlyMap<string, Links>,
  waysBack: ReadonlyMap<string, readonly string[]>,
  onBroken: (from: string, link: Related) => void,
): ReadonlyMap<string, Links> => {
  const children = new Map<string, string[]>()
  for (const { id, parentId } of placed) if (parentId !== null) appendValue(children, parentId, id)
  const broken = new Map<string, Set<string>>()
  const above = new Set<string>()
  const done = new Set<string>()
  const stepTo = (id: string): Step => {
    above.add(id)
    const childSteps = (children.get(id) ?? []).map((child) => ({ id: child }))
    const related = (links.get(id)?.related ?? []).flatMap((link) =>
      [link.id, ...(waysBack.get(link.id) ?? [])].map((below) => ({ id: below, link })),
    )
    return { id, below: [...childSteps, ...related].values() }
  }
  // Roots first, so that a link back to a root is the one that is removed.
  for (const { id } of placed.toSorted((a, b) => a.path.length - b.path.length)) {
    if (done.has(id)) continue
    const way = [stepTo(id)]
    for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
      const { value: next, done: isOver } = step.below.next()
      if (isOver === true) {
        above.delete(step.id)
        done.add(step.id)
        way.pop()
      } else if (!above.has(next.id)) {
        if (!done.has(next.id)) way.push(stepTo(next.id))
      } else if (next.link !== undefined && broken.get(step.id)?.has(next.link.id) !== true) {
        broken.set(step.id, (broken.get(step.id) ?? new Set()).add(next.link.id))
        onBroken(step.id, next.link)
      }
    }
  }
  if (broken.size === 0) return links
  return new Map(
    [...links].map(([id, own]) => {
      const left = broken.get(id)
      return [id, left === undefined ? own : { ...own, related: own.related.filter((each) => !left.has(each.id)) }]
    }),
  )
}
