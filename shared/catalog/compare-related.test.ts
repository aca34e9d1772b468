import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareRelated, comparePresence } from './compare-related.ts'

const item = (id: string, ...related: string[]) => ({ id, related_ids: related })

test('items and relationships are present in both snapshots, removed or added', () => {
  const { items, edges } = compareRelated(
    [item('shop', 'old', 'both'), item('old'), item('both')],
    [item('shop', 'new', 'both'), item('new', 'both'), item('both')],
  )
  expect(items.map((each) => `${each.id} ${comparePresence(each)}`)).toEqual([
    'shop both',
    'old gone',
    'both both',
    'new added',
  ])
  expect(edges.map(({ source, target, presence }) => `${source} ${target} ${presence}`)).toEqual([
    'shop old gone',
    'shop both both',
    'shop new added',
    'new both added',
  ])
})

const graphs = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    related_ids: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')),
  }),
  { selector: ({ id }) => id },
)

const describePresences = (from: readonly { id: string; related_ids: string[] }[], to: typeof from) => {
  const { items, edges } = compareRelated(from, to)
  const nodes = items.map((each) => `${each.id} ${comparePresence(each)}`)
  return [...nodes, ...edges.map(({ source, target, presence }) => `${source}-${target} ${presence}`)].toSorted()
}

test('swaps added and removed when reversed, and finds no difference to itself', () => {
  const turned: Readonly<Record<string, string>> = { gone: 'added', added: 'gone', both: 'both' }
  fc.assert(
    fc.property(graphs, graphs, (a, b) => {
      expect(describePresences(b, a)).toEqual(
        describePresences(a, b)
          .map((line) => line.replace(/\w+$/, (presence) => turned[presence] ?? presence))
          .toSorted(),
      )
      expect(describePresences(a, a).every((line) => line.endsWith('both'))).toBe(true)
    }),
  )
})
