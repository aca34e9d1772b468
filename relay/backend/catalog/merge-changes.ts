import { createHash } from 'node:crypto'
import type { ScrapedChange } from '#relay/backend/catalog/scraped-item.ts'
import { canonicalJson } from '#relay/backend/rows/storable-json.ts'

interface ItemChange {
  readonly change: ScrapedChange
  readonly configId: string
}

interface MergedChange extends ItemChange {
  /** Null for a change that is never reported again. */
  readonly id: string | null
  /** Oldest first; empty where the source provides no times. */
  readonly times: readonly string[]
}

const ownSources = new Set(['diff', 'health'])

const findId = ({ externalId, changeType, source, summary, details, createdBy }: ScrapedChange): string | null => {
  if (externalId !== undefined) return externalId
  if (ownSources.has(source)) return null
  const text = canonicalJson([changeType, source, summary, details ?? null, createdBy ?? null])
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

const toMs = (at: string | undefined): number => (at === undefined ? -Infinity : Date.parse(at))

export const mergeChanges = (changes: readonly ItemChange[]): readonly MergedChange[] => {
  const merged = new Map<string, Omit<MergedChange, 'times'> & { readonly times: Map<number, string> }>()
  for (const [index, { change, configId }] of changes.entries()) {
    const id = findId(change)
    const key = id === null ? String(index) : JSON.stringify([configId, id])
    const before = merged.get(key)
    const isLatest = before === undefined || toMs(change.createdAt) > toMs(before.change.createdAt)
    const times = before?.times ?? new Map<number, string>()
    if (change.createdAt !== undefined) times.set(toMs(change.createdAt), change.createdAt)
    merged.set(key, { change: isLatest ? change : before.change, configId, id, times })
  }
  return [...merged.values()].map(({ change, configId, id, times }) => ({
    change,
    configId,
    id,
    times: [...times.values()].toSorted((a, b) => toMs(a) - toMs(b)),
  }))
}
