import type { WriterLease } from './journal-store.ts'

interface At {
  /** Empty before anything is known. */
  readonly epoch: string
  readonly version: number
}

/** Who writes a feed down, and where the feed is; README.md draws it. */
export type JournalPlace =
  /** Whose it is could not be found out, or this relay's lease did not hold. */
  | (At & { readonly kind: 'unleased' })
  /** Another relay writes it. */
  | (At & { readonly kind: 'elsewhere' })
  /** This one does; `adrift`: once what the database holds has been compared with the rows. */
  | (At & { readonly kind: 'writing' | 'adrift'; readonly id: number; readonly era: number })

/** What happened to a feed's place. */
export type PlaceInput =
  /** `leased`: it begins where the lease says. `regained`: it stays where it is. */
  | { readonly kind: 'leased' | 'regained'; readonly lease: WriterLease }
  | { readonly kind: 'changed'; readonly epoch: string; readonly version: number }
  /** `expired`: nothing was written, since the lease is not this relay's any more. `overflowed`: too much waits to be written. */
  | { readonly kind: 'expired' | 'overflowed' }

export const unplaced: JournalPlace = { kind: 'unleased', epoch: '', version: 0 }

/** Where a feed is after something happened to it. */
export const nextPlace = (place: JournalPlace, input: PlaceInput): JournalPlace => {
  const { epoch, version } = place
  switch (input.kind) {
    case 'leased':
    case 'regained': {
      const { lease, kind } = input
      if (!lease.isMine) return { kind: 'elsewhere', epoch, version }
      const { id, era } = lease
      if (kind === 'leased') return { kind: 'writing', id, era, epoch: lease.epoch, version: lease.version }
      return { kind: 'writing', id, era: lease.epoch === epoch ? era : era + 1, epoch, version }
    }
    case 'changed': {
      const at = { epoch: input.epoch, version: input.version }
      if (place.kind === 'unleased' || place.kind === 'elsewhere') return { ...place, ...at }
      return { ...place, ...at, era: input.epoch === epoch ? place.era : place.era + 1 }
    }
    case 'expired':
      return { kind: 'unleased', epoch, version }
    default:
      return place.kind === 'writing' ? { ...place, kind: 'adrift' } : place
  }
}
