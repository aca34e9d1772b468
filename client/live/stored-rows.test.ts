import { describe, expect, test } from 'vitest'
import { applyMessage, nothingStored, seen, type StoredRows, type RowsMessage } from './stored-rows.ts'

interface Row {
  id: string
  n: number
}
const getKey = ({ id }: Row) => id
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
const ms = (second: number) => Date.UTC(2026, 0, 1, 0, 0, second)

const base = { feed: 'f1', epoch: 'e1' }
const snapshot: RowsMessage = {
  ...base,
  kind: 'snapshot',
  version: 3,
  rows: [
    { id: 'a', n: 1 },
    { id: 'b', n: 1 },
  ],
  observedAt: at(0),
}
const patch: RowsMessage = {
  ...base,
  kind: 'patch',
  from: 3,
  version: 4,
  put: [
    { id: 'a', n: 2 },
    { id: 'c', n: 1 },
  ],
  drop: ['b'],
  observedAt: at(5),
}
const stale: RowsMessage = { feed: 'f1', kind: 'stale', since: at(7), observedAt: at(0), reason: 'it is down' }

const after = (...messages: RowsMessage[]): StoredRows<Row> | null =>
  messages.reduce<StoredRows<Row> | null>(
    (stored, message) => (stored === null ? null : applyMessage(stored, message, getKey)),
    nothingStored,
  )

describe('the rows of a tab', () => {
  test('start with a snapshot and follow matching patches', () => {
    expect(after(snapshot, patch)).toEqual({
      rows: new Map([
        ['a', { id: 'a', n: 2 }],
        ['c', { id: 'c', n: 1 }],
      ]),
      isUnseen: true,
      position: { epoch: 'e1', version: 4 },
      observedAtMs: ms(5),
      outage: null,
    })
  })

  test('change only the patched fields, and stay unchanged when a patch does not match', () => {
    const moved: RowsMessage = {
      ...base,
      kind: 'patch',
      from: 3,
      version: 4,
      put: [],
      set: [['a', { n: 7 }, {}]],
      drop: [],
      observedAt: at(5),
    }
    expect(after(snapshot, moved)?.rows.get('a')).toEqual({ id: 'a', n: 7 })
    const stored = after(snapshot)
    if (stored === null) throw new Error('a snapshot always fits')
    expect(
      applyMessage(
        stored,
        {
          ...moved,
          set: [
            ['a', { n: 7 }, {}],
            ['unknown', { n: 1 }, {}],
          ],
        },
        getKey,
      ),
    ).toBeNull()
    expect(stored.rows).toEqual(
      new Map([
        ['a', { id: 'a', n: 1 }],
        ['b', { id: 'b', n: 1 }],
      ]),
    )
  })

  test.each([
    ['a patch before any snapshot', [patch]],
    ['a patch on another version', [snapshot, { ...patch, from: 2 }]],
    ['a patch that came already', [snapshot, patch, patch]],
    ['a patch of another epoch', [snapshot, { ...patch, epoch: 'e2' }]],
    [
      'a sign of life of another version',
      [snapshot, { ...base, kind: 'bookmark', from: 4, version: 4, observedAt: at(5) }],
    ],
    [
      'a sign of life of another epoch',
      [snapshot, { ...base, epoch: 'e2', kind: 'bookmark', from: 3, version: 3, observedAt: at(5) }],
    ],
  ] satisfies [string, RowsMessage[]][])('need repair after %s', (_case, messages) => {
    expect(after(...messages)).toBeNull()
  })

  test('are copied once for the patches between two reads, and never changed after a read', () => {
    const next: RowsMessage = { ...patch, from: 4, version: 5, put: [{ id: 'd', n: 1 }], drop: [] }
    const stored = after(snapshot, patch)
    expect(stored && applyMessage(stored, next, getKey)?.rows).toBe(stored?.rows)
    const looked = stored && seen(stored)
    const later = looked && applyMessage(looked, { ...next, from: 4 }, getKey)
    expect(later?.rows).not.toBe(looked?.rows)
    expect(later?.rows.get('a')).toBe(looked?.rows.get('a'))
  })

  test('that a snapshot repeats keep their identity', () => {
    const stored = after(snapshot)
    const again =
      stored &&
      applyMessage(
        stored,
        {
          ...snapshot,
          version: 9,
          rows: [
            { id: 'a', n: 1 },
            { id: 'b', n: 2 },
          ],
        },
        getKey,
      )
    expect(again?.rows.get('a')).toBe(stored?.rows.get('a'))
    expect(again?.rows.get('b')).toEqual({ id: 'b', n: 2 })
    expect(again?.rows.size).toBe(2)
  })

  test('stay the same map when the source repeats itself', () => {
    const stored = after(snapshot)
    const again = after(snapshot, { ...base, kind: 'bookmark', from: 3, version: 3, observedAt: at(9) })
    expect(again).toEqual({ ...stored, observedAtMs: ms(9) })
  })

  test('continue in another epoch when a message starts at their position', () => {
    const elsewhere = { ...base, epoch: 'e2', fromEpoch: 'e1' }
    expect(after(snapshot, { ...patch, ...elsewhere, version: 90 })?.position).toEqual({ epoch: 'e2', version: 90 })
    expect(after(snapshot, { ...elsewhere, kind: 'bookmark', from: 3, version: 91, observedAt: at(9) })).toEqual({
      ...after(snapshot),
      position: { epoch: 'e2', version: 91 },
      observedAtMs: ms(9),
    })
  })

  test('stay, with their age, while the source is unavailable', () => {
    expect(after(snapshot, stale)).toEqual({ ...after(snapshot), outage: { sinceMs: ms(7), reason: 'it is down' } })
  })

  test('are valid again with the first observation after an outage', () => {
    expect(after(snapshot, stale, patch)?.outage).toBeNull()
    expect(
      after(snapshot, stale, { ...base, kind: 'bookmark', from: 3, version: 3, observedAt: at(9) })?.outage,
    ).toBeNull()
    expect(after(snapshot, stale, snapshot)?.outage).toBeNull()
  })

  test('record an outage before any row is known', () => {
    expect(after(stale)).toEqual({ ...nothingStored, outage: { sinceMs: ms(7), reason: 'it is down' } })
  })
})
