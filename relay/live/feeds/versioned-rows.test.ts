import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RowChange } from './diff-rows.ts'
import { VersionedRows } from './versioned-rows.ts'

interface Row {
  id: string
  n: number
}
const row = (id: string, n = 1): Row => ({ id, n })
const getKey = ({ id }: Row) => id

const take = (versioned: VersionedRows<Row>, after: readonly Row[]) => {
  const change = versioned.changeTo(after)
  if (change !== null) versioned.apply(change, versioned.version() + 1)
  return change
}

const apply = (rows: ReadonlyMap<string, Row>, { put, drop }: RowChange<Row>): Map<string, Row> => {
  const next = new Map(rows)
  for (const key of drop) next.delete(key)
  for (const changed of put) next.set(changed.id, changed)
  return next
}

describe('versioned rows', () => {
  test('increment the version only with a change', () => {
    const versioned = new VersionedRows(getKey)
    expect(take(versioned, [row('a'), row('b')])).toEqual({ put: [row('a'), row('b')], drop: [] })
    expect(take(versioned, [row('b'), row('a')])).toBeNull()
    expect(versioned.version()).toBe(1)
    expect(take(versioned, [row('b', 2)])).toEqual({ put: [row('b', 2)], drop: ['a'] })
    expect(versioned.version()).toBe(2)
  })

  test('use the later one of two rows with the same key', () => {
    const versioned = new VersionedRows(getKey)
    take(versioned, [row('a', 1), row('a', 2)])
    expect([...versioned.rows().values()]).toEqual([row('a', 2)])
  })

  test('return the net change over several versions', () => {
    const versioned = new VersionedRows(getKey)
    take(versioned, [row('a'), row('b'), row('c')])
    take(versioned, [row('a', 2), row('b'), row('c'), row('d')])
    take(versioned, [row('a', 3), row('b')])
    expect(versioned.since(1)).toEqual({ put: [row('a', 3)], drop: ['c', 'd'] })
  })

  test('return null for a future version', () => {
    const versioned = new VersionedRows(getKey)
    take(versioned, [row('a')])
    expect(versioned.since(2)).toBeNull()
  })

  test('forget the oldest dropped rows and then return null for versions before', () => {
    const versioned = new VersionedRows(getKey, 1)
    take(versioned, [row('a'), row('b')])
    take(versioned, [row('b')])
    take(versioned, [])
    expect(versioned.since(1)).toBeNull()
    expect(versioned.since(2)).toEqual({ put: [], drop: ['b'] })
  })

  const known = {
    version: 5,
    rows: new Map([
      ['a', { row: row('a'), changedAt: 3 }],
      ['b', { row: row('b'), changedAt: 5 }],
    ]),
    unsure: new Set<string>(),
    dropped: new Map([['c', 4]]),
    oldestKnown: 2,
    holes: [{ after: 3, before: 5 }],
  }

  test('continue from a recording and return changes since then and before', () => {
    const versioned = new VersionedRows(getKey)
    versioned.load(known)
    versioned.skipTo(100)
    take(versioned, [row('a', 2), row('b')])
    expect(versioned.version()).toBe(101)
    expect(versioned.since(5)).toEqual({ put: [row('a', 2)], drop: [] })
    expect(versioned.since(100)).toEqual({ put: [row('a', 2)], drop: [] })
    expect(versioned.since(3)).toEqual({ put: [row('a', 2), row('b')], drop: ['c'] })
    expect(versioned.since(1)).toBeNull()
  })

  test.each([4, 6, 99])('return null for the skipped version %d', (from) => {
    const versioned = new VersionedRows(getKey)
    versioned.load(known)
    versioned.skipTo(100)
    expect(versioned.since(from)).toBeNull()
  })

  test('count unsure rows as changed once, and missing ones as dropped', () => {
    const versioned = new VersionedRows(getKey)
    versioned.load({ ...known, unsure: new Set(['a', 'b']) })
    expect(take(versioned, [row('a')])).toEqual({ put: [row('a')], drop: ['b'] })
    expect(take(versioned, [row('a')])).toBeNull()
  })

  test('lead every earlier state to the current one', () => {
    const state = fc.uniqueArray(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), n: fc.nat(2) }), {
      selector: getKey,
    })
    fc.assert(
      fc.property(fc.array(state, { maxLength: 12 }), fc.nat(4), (states, maxDropped) => {
        const versioned = new VersionedRows(getKey, maxDropped)
        const seen = new Map([[0, new Map(versioned.rows())]])
        for (const next of states) {
          take(versioned, next)
          seen.set(versioned.version(), new Map(versioned.rows()))
        }
        for (const [version, rows] of seen) {
          const change = versioned.since(version)
          expect(change === null ? versioned.rows() : apply(rows, change)).toEqual(versioned.rows())
        }
        expect(versioned.since(versioned.version())).toEqual({ put: [], drop: [] })
      }),
    )
  })
})
