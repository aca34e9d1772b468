import type { Query, QueryCache } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { ApiError, timedOutCode } from './api-error.ts'

export const isOutage = (error: unknown): error is ApiError => error instanceof ApiError && error.isOutage

/** Of a read that the database cancelled: an automatic retry would only keep the database busy. */
export const isTimedOut = (error: unknown): boolean => error instanceof ApiError && error.code === timedOutCode

const isDown = (query: Query) => query.isActive() && query.state.status === 'error' && isOutage(query.state.error)

const findOutage = (cache: QueryCache): string | null =>
  cache.getAll().find((query) => isDown(query))?.state.error?.message ?? null

/** The message of the outage that fails a request of the open page; null without one. */
export const useOutage = (): string | null => {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache])
  return useSyncExternalStore(subscribe, () => findOutage(cache))
}
