import type { WriterLease } from './journal-store.ts'

interface At {
  /** Empty before anything is known. */
  readonly epoch: string
  readonly version: number
}

/** Who writes a feed down, and where the feed is; README.md draws it. */
export type JournalOwnership =
  /** Whose it is could not be found out, or this relay's lease did not hold. */
  | (At & { readonly kind: 'unleased' })
  /** Another relay writes it. */
  | (At & { readonly kind: 'elsewhere' })
  /** This one does; `adrift`: once what the database holds has been compared with the rows. */
  | (At & { readonly kind: 'writing' | 'adrift'; readonly id: number; readonly era: number })

/** What happened to a feed's place. */
export type OwnershipInput =
  /** `leased`: it begins where the lease says. `regained`: it stays where it is. */
  | { readonly kind: 'leased' | 'regained'; readonly lease: WriterLease }
  | { readonly kind: 'changed'; readonly epoch: string; readonly version: number }
  /** `expired`: nothing was written, since the lease is not this relay's any more. `overflowed`: too much waits to be written. */
  | { readonly kind: 'expired' | 'overflowed' }

export const unplaced: JournalOwnership = { kind: 'unleased', epoch: '', version: 0 }

/** Where a feed is after something happened to it. */
export const nextOwnership = (ownership: JournalOwnership, input: OwnershipInput): JournalOwnership => {
  const { epoch, version } = ownership
  switch (input.kind) {
    case 'leased':
    case 'regained': {
      const { lease, kind } = input
      if (!lease.isOwn) return { kind: 'elsewhere', epoch, version }
      const { id, era } = lease
      if (kind === 'leased') return { kind: 'writing', id, era, epoch: lease.epoch, version: lease.version }
      return { kind: 'writing', id, era: lease.epoch === epoch ? era : era + 1, epoch, version }
    }
    case 'changed': {
      const at = { epoch: input.epoch, version: input.version }
      if (ownership.kind === 'unleased' || ownership.kind === 'elsewhere') return { ...ownership, ...at }
      return { ...ownership, ...at, era: input.epoch === epoch ? ownership.era : ownership.era + 1 }
    }
    case 'expired':
      return { kind: 'unleased', epoch, version }
    default:
      return ownership.kind === 'writing' ? { ...ownership, kind: 'adrift' } : ownership
  }
}
