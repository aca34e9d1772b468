import { expect, test } from 'vitest'
import { nextOwnership, unplaced, type JournalOwnership, type OwnershipInput } from './journal-ownership.ts'
import type { WriterLease } from './journal-store.ts'

const lease = (isOwn: boolean, epoch = 'e'): WriterLease => ({
  id: 1,
  era: 3,
  epoch,
  version: 7,
  knownFrom: 2,
  aliveAtMs: null,
  hasOpenGap: false,
  isOwn,
})
const at = { epoch: 'e', version: 9 }
const writing = { kind: 'writing', id: 1, era: 3, ...at } as const
const adrift = { ...writing, kind: 'adrift' } as const
const unleased = { kind: 'unleased', ...at } as const
const elsewhere = { kind: 'elsewhere', ...at } as const

const leased: OwnershipInput = { kind: 'leased', lease: lease(true) }
const regained: OwnershipInput = { kind: 'regained', lease: lease(true) }
const regainedOld: OwnershipInput = { kind: 'regained', lease: lease(true, 'older') }
const notOwn: OwnershipInput = { kind: 'regained', lease: lease(false) }
const changed: OwnershipInput = { kind: 'changed', epoch: 'e', version: 10 }
const forked: OwnershipInput = { kind: 'changed', epoch: 'f', version: 10 }
const [expired, overflowed]: OwnershipInput[] = [{ kind: 'expired' }, { kind: 'overflowed' }]

const begins = { ...writing, version: 7 }
const table: readonly (readonly [JournalOwnership, OwnershipInput | undefined, JournalOwnership])[] = [
  [unplaced, leased, begins],
  [unplaced, forked, { kind: 'unleased', epoch: 'f', version: 10 }],
  [unleased, leased, begins],
  [unleased, regained, writing],
  [unleased, regainedOld, { ...writing, era: 4 }],
  [unleased, notOwn, elsewhere],
  [unleased, changed, { ...unleased, version: 10 }],
  [unleased, expired, unleased],
  [unleased, overflowed, unleased],
  [elsewhere, regained, writing],
  [elsewhere, forked, { ...elsewhere, epoch: 'f', version: 10 }],
  [elsewhere, notOwn, elsewhere],
  [elsewhere, overflowed, elsewhere],
  [writing, changed, { ...writing, version: 10 }],
  [writing, forked, { ...writing, epoch: 'f', version: 10, era: 4 }],
  [writing, expired, unleased],
  [writing, overflowed, adrift],
  [adrift, changed, { ...adrift, version: 10 }],
  [adrift, forked, { ...adrift, epoch: 'f', version: 10, era: 4 }],
  [adrift, regained, writing],
  [adrift, notOwn, elsewhere],
  [adrift, expired, unleased],
  [adrift, overflowed, adrift],
]

test.each(table)('moves %o on %o to %o', (ownership, input, next) => {
  expect(input && nextOwnership(ownership, input)).toEqual(next)
})
