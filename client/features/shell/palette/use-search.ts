import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { Hit } from './hit.ts'
import { matchText } from './match-text.ts'
import { readRecent } from './recent-hits.ts'
import type { Found, SearchedKind } from './searched-kind.ts'
import { searchedKinds } from './searched-kinds.ts'

export interface KindResult {
  readonly kind: SearchedKind
  readonly hits: readonly Hit[]
  readonly total: number | null
  readonly error: Error | null
  readonly isSearching: boolean
}

const freshMs = 5_000
const paletteKey = ['palette'] as const
const noHits: Found = { hits: [], total: 0 }

/** While a search is under way, its predecessor's hits stay as far as they match what is typed. */
export const useSearch = (
  readable: ReadonlySet<string>,
  { text, searched }: { readonly text: string; readonly searched: string },
): readonly KindResult[] => {
  const kinds = searchedKinds.filter(({ page }) => readable.has(page))
  const results = useQueries({
    queries: kinds.map(({ kind, search }) => ({
      queryKey: [...paletteKey, kind, searched],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => search(searched, signal),
      enabled: searched !== '',
      placeholderData: keepPreviousData,
      staleTime: freshMs,
    })),
  })
  const typed = text.trim()
  return kinds.map((kind, at) => {
    const { data = noHits, error = null, isPlaceholderData = false, isFetching = false } = results[at] ?? {}
    const isCurrent = typed === searched && !isPlaceholderData
    const hits = isCurrent
      ? data.hits
      : data.hits.filter(({ name, detail }) => matchText(`${name} ${detail}`, typed) !== null)
    return { kind, hits, total: isCurrent ? data.total : null, error, isSearching: !isCurrent || isFetching }
  })
}

const split = (key: string): readonly [string, string] => {
  const at = key.indexOf('/')
  return [key.slice(0, at), key.slice(at + 1)]
}

/** Recently opened resources with their current state; deleted and no longer readable ones are left out. */
export const useRecent = (
  readable: ReadonlySet<string>,
): readonly { readonly hit: Hit; readonly kind: SearchedKind }[] => {
  const [keys] = useState(readRecent)
  const kinds = searchedKinds.filter(
    ({ page, kind }) => readable.has(page) && keys.some((key) => split(key)[0] === kind),
  )
  const results = useQueries({
    queries: kinds.map(({ kind, load }) => {
      const ids = keys.map(split).flatMap(([each, id]) => (each === kind ? [id] : []))
      return {
        queryKey: [...paletteKey, 'recent', kind, ...ids],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => load(ids, signal),
        staleTime: freshMs,
      }
    }),
  })
  const found = new Map(
    kinds.flatMap((kind, at) => (results[at]?.data ?? []).map((hit) => [hit.key, { hit, kind }] as const)),
  )
  return keys.flatMap((key) => found.get(key) ?? [])
}
