import type { WriterLease } from './journal-store.ts'

interface At {
  readonly epoch: string
  readonly version: number
}

export type JournalOwnership =
  | (At & { readonly kind: 'unleased' })
  | (At & { readonly kind: 'elsewhere' })
  /** `adrift`: owned by this relay, but the database must first be compared with the rows. */
  | (At & { readonly kind: 'writing' | 'adrift'; readonly id: number; readonly era: number })

export type OwnershipInput =
  | { readonly kind: 'leased' | 'regained'; readonly lease: WriterLease }
  | { readonly kind: 'changed'; readonly epoch: string; readonly version: number }
  | { readonly kind: 'expired' | 'overflowed' }

export const unplaced: JournalOwnership = { kind: 'unleased', epoch: '', version: 0 }

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
