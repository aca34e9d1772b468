import { useEffect, useMemo, useRef } from 'react'
import type { RotationEvent } from '#machines/wall/rotation-machine.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import { healthChecks } from '#shared/health/health-topics.ts'
import { findNewFailures } from '#shared/wall/wall-health.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { checkFilter } from '#client/features/wall/check-filter.ts'

interface FailureWatchProps {
  readonly query: string
  readonly view: number
  readonly send: (event: RotationEvent) => void
}

const all = {}

export function FailureWatch({ query, view, send }: FailureWatchProps) {
  const { rows, status } = useTopic(healthChecks, all)
  const { matches } = useMemo(() => checkFilter(new URLSearchParams(query)), [query])
  const before = useRef<ReadonlySet<string> | null>(null)
  const fresh = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (status !== 'live') return
    const failing = new Set<string>()
    for (const row of rows.values()) if (toCheckState(row) === 'unhealthy' && matches(row)) failing.add(row.id)
    const started = findNewFailures(before.current, failing)
    const lasting = [...fresh.current].filter((id) => failing.has(id))
    if (started.length > 0) send({ type: 'failure.started', view })
    else if (fresh.current.size > 0 && lasting.length === 0) send({ type: 'failure.ended' })
    before.current = failing
    fresh.current = new Set([...lasting, ...started])
  }, [rows, status, matches, view, send])
  return null
}
