import { useMemo } from 'react'
import { changeQuery, useQueryParams, writeParam } from '#client/lib/address/query-state.ts'
import { serverNow } from '#client/lib/time/clock.ts'

export type Moment = { readonly kind: 'then'; readonly at: string } | { readonly kind: 'now' }

export type Lookback =
  | { readonly kind: 'one'; readonly at: string }
  | { readonly kind: 'two'; readonly before: Moment; readonly after: Moment }
  | { readonly kind: 'unclear'; readonly name: 'at' | 'and'; readonly text: string; readonly reason: string }

const timestamp = /^\d{4}-\d{2}-\d{2}(T.*)?$/

const readMoment = (name: 'at' | 'and', text: string, nowMs: number): Moment | (Lookback & { kind: 'unclear' }) => {
  if (text === 'now') return { kind: 'now' }
  const atMs = timestamp.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(atMs))
    return { kind: 'unclear', name, text, reason: 'is not a valid time. Example: 2026-03-24T03:00:00Z.' }
  if (atMs > nowMs) return { kind: 'unclear', name, text, reason: 'is in the future.' }
  return { kind: 'then', at: new Date(atMs).toISOString() }
}

const order = (moment: Moment): number => (moment.kind === 'now' ? Infinity : Date.parse(moment.at))

export const readLookback = (at: string | null, and: string | null, nowMs: number): Lookback | null => {
  if (at === null && and === null) return null
  const first = readMoment('at', at ?? 'now', nowMs)
  if (first.kind === 'unclear') return first
  if (and === null) return first.kind === 'now' ? null : { kind: 'one', at: first.at }
  const second = readMoment('and', and, nowMs)
  if (second.kind === 'unclear') return second
  const [before, after] = order(first) <= order(second) ? [first, second] : [second, first]
  return before.kind === 'now' ? null : { kind: 'two', before, after }
}

export const useLookback = (): Lookback | null => {
  const params = useQueryParams()
  return useMemo(() => readLookback(params.get('at'), params.get('and'), serverNow()), [params])
}

const moments = ['at', 'and'] as const

/** Null is now. Adds a history entry, so Back returns to the previous time. */
export const lookAt = (at: string | null, and: string | null = null): void =>
  changeQuery(
    (params) => {
      writeParam(params, 'at', at)
      writeParam(params, 'and', and)
    },
    { push: true },
  )

export const useMomentHref = (): ((href: string) => string) => {
  const params = useQueryParams()
  return (href) => {
    const entries = moments.flatMap((name) => {
      const value = params.get(name)
      return value === null ? [] : [[name, value]]
    })
    return entries.length === 0 ? href : `${href}?${new URLSearchParams(entries).toString()}`
  }
}
