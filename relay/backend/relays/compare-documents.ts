import { groupedBy } from '#shared/primitives/grouped-by.ts'
import type { RelayRow } from '#shared/relays/relays-topic.ts'

type Differing = RelayRow['differing'][number]

interface RelayDocuments {
  readonly id: string
  /** Hash by file. */
  readonly documents: Readonly<Record<string, string>>
}

/**
 * A file differs on the relays that do not have the version of the majority, or on all relays when no version has one.
 */
export const compareDocuments = (relays: readonly RelayDocuments[]): ReadonlyMap<string, readonly Differing[]> => {
  const differing = new Map<string, Differing[]>(relays.map(({ id }) => [id, []]))
  const files = new Set(relays.flatMap(({ documents }) => Object.keys(documents)))
  for (const file of [...files].toSorted()) {
    const relaysByHash = groupedBy(relays, ({ documents }) => documents[file])
    if (relaysByHash.size === 1) continue
    const isMost = (holders: readonly unknown[]) => holders.length * 2 > relays.length
    for (const [hash, holders] of relaysByHash) {
      if (isMost(holders)) continue
      const difference = hash === undefined ? 'missing' : isOnlyVersion(relaysByHash) ? 'only here' : 'differs'
      for (const { id } of holders) differing.get(id)?.push({ file, difference })
    }
  }
  return differing
}

const isOnlyVersion = (relaysByHash: ReadonlyMap<string | undefined, unknown>): boolean =>
  relaysByHash.size === 2 && relaysByHash.has(undefined)
