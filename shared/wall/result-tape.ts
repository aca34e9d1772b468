import type { CheckRow } from '#shared/health/check-row.ts'

type Ran = Pick<CheckRow, 'id' | 'lastRuntime'>

export interface ResultTape {
  readonly see: (rows: Iterable<Ran>, nowMs: number) => void
  /** Counts of the last 60 seconds, oldest first; `nowMs` must be in server time like the rows. */
  readonly lastMinute: (nowMs: number) => number[]
  readonly sinceMs: () => number | null
}

const seconds = 60

export const createResultTape = (): ResultTape => {
  const counts = new Map<number, number>()
  let reported = new Map<string, string>()
  let sinceMs: number | null = null
  return {
    see: (rows, nowMs) => {
      sinceMs ??= nowMs
      const oldest = Math.floor(nowMs / 1_000) - seconds
      const next = new Map<string, string>()
      for (const { id, lastRuntime } of rows) {
        if (lastRuntime === null) continue
        next.set(id, lastRuntime)
        if (reported.get(id) === lastRuntime) continue
        const second = Math.floor(Date.parse(lastRuntime) / 1_000)
        if (second >= oldest) counts.set(second, (counts.get(second) ?? 0) + 1)
      }
      reported = next
      for (const second of counts.keys()) if (second < oldest) counts.delete(second)
    },
    lastMinute: (nowMs) => {
      const last = Math.floor(nowMs / 1_000)
      return Array.from({ length: seconds }, (_, i) => counts.get(last - seconds + 1 + i) ?? 0)
    },
    sinceMs: () => sinceMs,
  }
}
