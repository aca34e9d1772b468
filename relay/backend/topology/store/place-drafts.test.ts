import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Draft, DraftFields } from '#relay/backend/topology/build/draft.ts'
import { placeDrafts, type KnownComponent } from './place-drafts.ts'

const draft = (name: string, children: readonly Draft[] = [], fields: Partial<DraftFields> = {}): Draft => ({
  fields: { name, ...fields },
  properties: [],
  selectors: [],
  configs: [],
  checks: [],
  children,
})
const row = (id: string, name: string, overrides: Partial<KnownComponent> = {}): KnownComponent => ({
  id,
  name,
  external_id: `external ${id}`,
  parent_id: null,
  type: null,
  deleted_at: null,
  ...overrides,
})
const placeAll = (drafts: readonly Draft[], known: readonly KnownComponent[] = []) => {
  const errors: string[] = []
  const placed = placeDrafts(drafts, known, { root: 'shop', error: (message) => errors.push(message) })
  const names = new Map(placed.map(({ id, draft: { fields } }) => [id, fields.name]))
  const tree = placed.map(({ path, draft: { fields } }) =>
    [...path.split('.').flatMap((id) => names.get(id) ?? []), fields.name].join('/'),
  )
  return { placed, errors, tree, findId: (name: string) => placed.find((each) => each.draft.fields.name === name)?.id }
}

test('lists parents before children, with the path of all ancestors', () => {
  const { tree, placed } = placeAll([draft('shop', [draft('cart', [draft('db')])]), draft('web')])
  expect(tree).toEqual(['shop', 'web', 'shop/cart', 'shop/cart/db'])
  expect(placed.map(({ externalId }) => externalId)).toEqual([
    'shop//shop',
    'shop//web',
    'shop//shop//cart',
    'shop//shop//cart//db',
  ])
})

describe('identity', () => {
  test('a component keeps its id by parent, type and name', () => {
    const known = [row('1', 'shop'), row('2', 'cart', { parent_id: '1', type: 'Service' })]
    expect(placeAll([draft('shop', [draft('cart', [], { type: 'Service' })])], known).findId('cart')).toBe('2')
    expect(placeAll([draft('shop', [draft('cart', [], { type: 'Job' })])], known).findId('cart')).not.toBe('2')
  })

  test('a component that moved keeps its id where no other one has its type and name', () => {
    const known = [row('1', 'shop'), row('2', 'cart', { parent_id: '1' }), row('3', 'db', { parent_id: '2' })]
    const moved = placeAll([draft('shop'), draft('web', [draft('cart', [draft('db')])])], known)
    expect([moved.findId('cart'), moved.findId('db')]).toEqual(['2', '3'])
    const two = placeAll([draft('a', [draft('cart')]), draft('b', [draft('cart')])], known)
    expect(two.placed.map(({ id }) => id)).not.toContain('2')
    const before = [...known, row('4', 'cart', { parent_id: 'gone' })]
    expect(placeAll([draft('cart')], before).placed.map(({ id }) => id)).not.toContain('2')
  })

  test('a component that moved is preferred to a deleted one at its new place', () => {
    const known = [row('1', 'shop', { deleted_at: '2026-03-24T12:00:00Z' }), row('2', 'shop', { parent_id: 'gone' })]
    expect(placeAll([draft('shop')], known).findId('shop')).toBe('2')
  })

  test('a component that moved or was renamed keeps its id by its external id', () => {
    const known = [row('1', 'old', { external_id: 'e1', parent_id: 'gone' })]
    expect(placeAll([draft('new', [], { externalID: 'e1' })], known).findId('new')).toBe('1')
    expect(placeAll([draft('new', [], { id: 'e1' })], known).findId('new')).toBe('1')
  })

  test('restores a deleted component by parent, type and name, but not by external id', () => {
    const deletedRow = { deleted_at: '2026-03-24T12:00:00Z', external_id: 'e1' }
    expect(placeAll([draft('shop')], [row('1', 'shop', deletedRow)]).findId('shop')).toBe('1')
    expect(placeAll([draft('new', [], { externalID: 'e1' })], [row('1', 'shop', deletedRow)]).findId('new')).not.toBe(
      '1',
    )
  })

  test('prefers an existing component to a deleted one with the same parent, type and name', () => {
    const deletedRow = row('1', 'shop', { deleted_at: '2026-03-24T12:00:00Z' })
    expect(placeAll([draft('shop')], [row('2', 'shop'), deletedRow]).findId('shop')).toBe('2')
    expect(placeAll([draft('shop')], [deletedRow, row('2', 'shop')]).findId('shop')).toBe('2')
  })

  test('assigns an id once, even when two drafts match it', () => {
    const known = [row('1', 'shop', { external_id: 'e1' })]
    const { placed, findId } = placeAll([draft('shop'), draft('web', [], { externalID: 'e1' })], known)
    expect(findId('shop')).toBe('1')
    expect(new Set(placed.map(({ id }) => id)).size).toBe(2)
  })
})

describe('duplicates', () => {
  test('skips the second component of a name and type, with its children', () => {
    const { tree, errors } = placeAll([draft('shop', [draft('cart'), draft('cart', [draft('db')])])])
    expect(tree).toEqual(['shop', 'shop/cart'])
    expect(errors).toEqual(['Two components are named cart below shop. The second one is skipped.'])
  })

  test('allows the same name for two types, and below two parents', () => {
    const types = [draft('cart', [], { type: 'Job' }), draft('cart', [], { type: 'Service' })]
    expect(placeAll([draft('a', types), draft('b', types)]).errors).toEqual([])
  })

  test('skips the second component with an external id', () => {
    const { tree, errors } = placeAll([draft('a', [], { externalID: 'e' }), draft('b', [], { externalID: 'e' })])
    expect(tree).toEqual(['a'])
    expect(errors).toEqual(['Two components have the external id e. The second one, b, is skipped.'])
  })
})

describe('parentLookup', () => {
  test('moves a component below the first one that matches all criteria', () => {
    const drafts = [
      draft('web', [], { type: 'App', parentLookup: { name: 'shop', type: 'System' } }),
      draft('shop', [], { type: 'App' }),
      draft('root', [draft('shop', [], { type: 'System' })]),
    ]
    expect(placeAll(drafts).tree).toEqual(['shop', 'root', 'root/shop', 'root/shop/web'])
  })

  test('a lookup that finds nothing, or only the component, does not move it', () => {
    const drafts = [
      draft('a', [draft('b', [], { parentLookup: { name: 'b' } })]),
      draft('c', [], { parentLookup: { name: 'x' } }),
    ]
    expect(placeAll(drafts)).toMatchObject({ tree: ['a', 'c', 'a/b'], errors: [] })
  })

  test('a component never moves below itself', () => {
    const { tree, errors } = placeAll([draft('a', [draft('b')], { parentLookup: { name: 'b' } })])
    expect(tree).toEqual(['a', 'a/b'])
    expect(errors).toEqual(['a: its parentLookup matches b, which is one of its descendants. It was not moved.'])
  })

  test('two components that look each other up do not form a cycle', () => {
    const drafts = [draft('a', [], { parentLookup: { name: 'b' } }), draft('b', [], { parentLookup: { name: 'a' } })]
    const { tree, errors } = placeAll(drafts)
    expect(tree).toEqual(['b', 'b/a'])
    expect(errors).toHaveLength(1)
  })
})

const names = fc.constantFrom('a', 'b', 'c')
const drafts = (levels: number): fc.Arbitrary<readonly Draft[]> =>
  levels === 0
    ? fc.constant([])
    : fc.array(
        fc
          .tuple(names, fc.option(names), drafts(levels - 1))
          .map(([name, parent, children]) =>
            draft(name, children, parent === null ? {} : { parentLookup: { name: parent } }),
          ),
        { maxLength: 3 },
      )

test('placing placed components again keeps every id, and ids are unique', () => {
  fc.assert(
    fc.property(drafts(3), (wanted) => {
      const { placed } = placeAll(wanted)
      const stored = placed.map((each) =>
        row(each.id, each.draft.fields.name, { external_id: each.externalId, parent_id: each.parentId }),
      )
      expect(new Set(placed.map(({ id }) => id)).size).toBe(placed.length)
      expect(placeAll(wanted, stored.toReversed()).placed.map(({ id }) => id)).toEqual(placed.map(({ id }) => id))
    }),
  )
})
