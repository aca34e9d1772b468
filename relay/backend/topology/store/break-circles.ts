import type { Links } from './find-links.ts'
import type { Placed } from './place-drafts.ts'

type Related = Links['related'][number]

/** A component on the way down, with what is still to be looked at below it. */
interface Step {
  readonly id: string
  readonly below: Iterator<Related | { readonly id: string; readonly by: 'place' }>
}

/**
 * The same links without those that lead back to a component on the way to them: shown under each other, none of them would stand at the
 * top. What stands below by its place always stays. Each link that is left out is told by the components at its ends.
 */
export const breakCircles = (
  placed: readonly Placed[],
  links: ReadonlyMap<string, Links>,
  onBroken: (from: string, to: string) => void,
): ReadonlyMap<string, Links> => {
  const children = new Map<string, string[]>()
  for (const { id, parentId } of placed)
    if (parentId !== null) children.set(parentId, [...(children.get(parentId) ?? []), id])
  const broken = new Map<string, Set<string>>()
  const above = new Set<string>()
  const done = new Set<string>()
  const stepTo = (id: string): Step => {
    above.add(id)
    const places = (children.get(id) ?? []).map((child) => ({ id: child, by: 'place' as const }))
    return { id, below: [...places, ...(links.get(id)?.related ?? [])].values() }
  }
  // Those at the top first, so that what leads back to one of them is what is left out.
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
      } else if (next.by !== 'place') {
        broken.set(step.id, (broken.get(step.id) ?? new Set()).add(next.id))
        onBroken(step.id, next.id)
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
