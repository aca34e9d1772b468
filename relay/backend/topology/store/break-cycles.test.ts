import { expect, test } from 'vitest'
import { breakCircles, type Links } from './break-cycles.ts'
import type { Placed } from './place-drafts.ts'

const placed = (id: string, parentId: string | null = null): Placed => ({
  id,
  externalId: id,
  parentId,
  path: parentId ?? '',
  draft: {} as Placed['draft'],
})
const makeLinks = (related: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, Links> =>
  new Map(
    Object.entries(related).map(([id, others]) => [
      id,
      { configId: null, configs: [], checks: [], related: others.map((other) => ({ id: other, by: 'selectors' })) },
    ]),
  )
const broken = (
  components: readonly Placed[],
  related: Readonly<Record<string, readonly string[]>>,
  waysBack: Readonly<Record<string, readonly string[]>> = {},
) => {
  const reported: string[] = []
  const links = breakCircles(components, makeLinks(related), new Map(Object.entries(waysBack)), (from, { id }) =>
    reported.push(`${from} ${id}`),
  )
  return { reported, left: [...links].flatMap(([id, own]) => own.related.map((other) => `${id} ${other.id}`)) }
}

test('keeps links without a cycle, even when paths converge', () => {
  const diamond = { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }
  expect(
    broken(
      ['a', 'b', 'c', 'd'].map((id) => placed(id)),
      diamond,
    ),
  ).toEqual({
    reported: [],
    left: ['a b', 'a c', 'b d', 'c d'],
  })
})

test('removes one link of a cycle, and one that leads back through child components', () => {
  expect(broken([placed('a'), placed('b'), placed('c')], { a: ['b'], b: ['c'], c: ['a'] })).toEqual({
    reported: ['c a'],
    left: ['a b', 'b c'],
  })
  expect(broken([placed('a'), placed('b', 'a'), placed('c')], { a: [], b: ['c'], c: ['a'] })).toEqual({
    reported: ['c a'],
    left: ['b c'],
  })
})

test('removes a link to another topology that leads back, once', () => {
  const ways = { far: ['a', 'b'], near: ['c'] }
  expect(broken([placed('a'), placed('b', 'a'), placed('c')], { b: ['far', 'near'], c: ['far'] }, ways)).toEqual({
    reported: ['b far', 'c far'],
    left: ['b near'],
  })
})

test('handles a very deep hierarchy', () => {
  const ids = Array.from({ length: 5_000 }, (_, at) => String(at))
  const related = Object.fromEntries(ids.map((id, at) => [id, [String((at + 1) % ids.length)]]))
  expect(
    broken(
      ids.map((id) => placed(id)),
      related,
    ).reported,
  ).toEqual(['4999 0'])
})
