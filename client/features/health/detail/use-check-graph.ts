import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { getBucketMs, graphPoints, graphRuns } from '#shared/health/check-graph.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { checkSpan, type CheckRange } from '#shared/health/health-range.ts'
import { findIntervalMs } from '#shared/health/staleness.ts'
import { serverNow, toServerMs } from '#client/lib/time/clock.ts'
import { graphQuery } from './health-api.ts'

const againAfterMs = 5_000

const useFollow = (queryKey: readonly unknown[], lastRuntime: string | null) => {
  const client = useQueryClient()
  const followed = useRef({ lastRuntime, atMs: 0 })
  useEffect(() => {
    if (followed.current.lastRuntime === lastRuntime) return undefined
    const waitMs = Math.max(0, followed.current.atMs + againAfterMs - Date.now())
    const timer = setTimeout(() => {
      followed.current = { lastRuntime, atMs: Date.now() }
      void client.invalidateQueries({ queryKey })
    }, waitMs)
    return () => clearTimeout(timer)
  }, [client, queryKey, lastRuntime])
}

export const useCheckGraph = (check: CheckRow, range: CheckRange) => {
  const options = graphQuery(check.id, range)
  const key = useMemo(() => ['health', 'graph', check.id, range], [check.id, range])
  const { data, error, isPending, refetch, dataUpdatedAt } = useQuery({ ...options, placeholderData: keepPreviousData })
  const isOver = range.type === 'absolute' && Date.parse(range.to) <= serverNow()
  useFollow(key, isOver ? null : check.lastRuntime)
  const intervalMs = findIntervalMs(check) ?? 0
  return useMemo(() => {
    const loadedAtMs = dataUpdatedAt === 0 ? serverNow() : toServerMs(dataUpdatedAt)
    const span = checkSpan(range, loadedAtMs)
    const rangeMs = span.toMs - span.fromMs
    const stepMs = Math.max(getBucketMs(rangeMs), intervalMs)
    const points = data === undefined ? [] : graphPoints(data)
    const runs = graphRuns(points, { stepMs, nowMs: Math.min(loadedAtMs, span.toMs) })
    return { points, runs, stepMs, span, rangeMs, error, isPending, refetch }
  }, [data, dataUpdatedAt, range, intervalMs, error, isPending, refetch])
}
