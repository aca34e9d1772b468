import { expect, test } from 'vitest'
import { nextPlace, unplaced, type JournalPlace, type PlaceInput } from './journal-place.ts'
import type { WriterLease } from './journal-store.ts'

const lease = (isMine: boolean, epoch = 'e'): WriterLease => ({
  id: 1,
  era: 3,
  epoch,
  version: 7,
  knownFrom: 2,
  aliveAtMs: null,
  hasOpenGap: false,
  isMine,
})
const at = { epoch: 'e', version: 9 }
const writing = { kind: 'writing', id: 1, era: 3, ...at } as const
const adrift = { ...writing, kind: 'adrift' } as const
const unleased = { kind: 'unleased', ...at } as const
const elsewhere = { kind: 'elsewhere', ...at } as const

const leased: PlaceInput = { kind: 'leased', lease: lease(true) }
const regained: PlaceInput = { kind: 'regained', lease: lease(true) }
const regainedOld: PlaceInput = { kind: 'regained', lease: lease(true, 'older') }
const notMine: PlaceInput = { kind: 'regained', lease: lease(false) }
const changed: PlaceInput = { kind: 'changed', epoch: 'e', version: 10 }
const forked: PlaceInput = { kind: 'changed', epoch: 'f', version: 10 }
const [expired, overflowed]: PlaceInput[] = [{ kind: 'expired' }, { kind: 'overflowed' }]

const begins = { ...writing, version: 7 }
const table: readonly (readonly [JournalPlace, PlaceInput | undefined, JournalPlace])[] = [
  [unplaced, leased, begins],
  [unplaced, forked, { kind: 'unleased', epoch: 'f', version: 10 }],
  [unleased, leased, begins],
  [unleased, regained, writing],
  [unleased, regainedOld, { ...writing, era: 4 }],
  [unleased, notMine, elsewhere],
  [unleased, changed, { ...unleased, version: 10 }],
  [unleased, expired, unleased],
  [unleased, overflowed, unleased],
  [elsewhere, regained, writing],
  [elsewhere, forked, { ...elsewhere, epoch: 'f', version: 10 }],
  [elsewhere, notMine, elsewhere],
  [elsewhere, overflowed, elsewhere],
  [writing, changed, { ...writing, version: 10 }],
  [writing, forked, { ...writing, epoch: 'f', version: 10, era: 4 }],
  [writing, expired, unleased],
  [writing, overflowed, adrift],
  [adrift, changed, { ...adrift, version: 10 }],
  [adrift, forked, { ...adrift, epoch: 'f', version: 10, era: 4 }],
  [adrift, regained, writing],
  [adrift, notMine, elsewhere],
  [adrift, expired, unleased],
  [adrift, overflowed, adrift],
]

test.each(table)('a feed at %o, after %o, is at %o', (place, input, next) => {
  expect(input && nextPlace(place, input)).toEqual(next)
})
