import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RowChange } from './diff-rows.ts'
import { createVersionedRows } from './versioned-rows.ts'

interface Row {
  id: string
  n: number
}
const row = (id: string, n = 1): Row => ({ id, n })
const keyOf = ({ id }: Row) => id

const apply = (rows: ReadonlyMap<string, Row>, { put, drop }: RowChange<Row>): Map<string, Row> => {
  const next = new Map(rows)
  for (const key of drop) next.delete(key)
  for (const changed of put) next.set(changed.id, changed)
  return next
}

describe('versioned rows', () => {
  test('move to the next version with a change, and stay where they are without one', () => {
    const held = createVersionedRows(keyOf)
    expect(held.apply([row('a'), row('b')])).toEqual({ put: [row('a'), row('b')], drop: [] })
    expect(held.apply([row('b'), row('a')])).toBeNull()
    expect(held.version()).toBe(1)
    expect(held.apply([row('b', 2)])).toEqual({ put: [row('b', 2)], drop: ['a'] })
    expect(held.version()).toBe(2)
  })

  test('take the later one of two rows with the same key', () => {
    const held = createVersionedRows(keyOf)
    held.apply([row('a', 1), row('a', 2)])
    expect([...held.rows().values()]).toEqual([row('a', 2)])
  })

  test('tell the net change over several versions: each row once, and no row that came and went', () => {
    const held = createVersionedRows(keyOf)
    held.apply([row('a'), row('b'), row('c')])
    held.apply([row('a', 2), row('b'), row('c'), row('d')])
    held.apply([row('a', 3), row('b')])
    expect(held.since(1)).toEqual({ put: [row('a', 3)], drop: ['c', 'd'] })
  })

  test('cannot tell a change since a version that was never given out', () => {
    const held = createVersionedRows(keyOf)
    held.apply([row('a')])
    expect(held.since(2)).toBeNull()
  })

  test('forget the oldest rows that are gone, and then no longer tell changes from before that', () => {
    const held = createVersionedRows(keyOf, 1)
    held.apply([row('a'), row('b')])
    held.apply([row('b')])
    held.apply([])
    expect(held.since(1)).toBeNull()
    expect(held.since(2)).toEqual({ put: [], drop: ['b'] })
  })

  test('bring every earlier state to the present one, whatever happened in between', () => {
    const state = fc.uniqueArray(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), n: fc.nat(2) }), {
      selector: keyOf,
    })
    fc.assert(
      fc.property(fc.array(state, { maxLength: 12 }), fc.nat(4), (states, maxDropped) => {
        const held = createVersionedRows(keyOf, maxDropped)
        const seen = new Map([[0, held.rows()]])
        for (const next of states) {
          held.apply(next)
          seen.set(held.version(), held.rows())
        }
        for (const [version, rows] of seen) {
          const change = held.since(version)
          expect(change === null ? held.rows() : apply(rows, change)).toEqual(held.rows())
        }
        expect(held.since(held.version())).toEqual({ put: [], drop: [] })
      }),
    )
  })
})
