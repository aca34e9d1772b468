import { toIsoTime } from '#shared/primitives/iso-time.ts'

const intervalsMax = 5
const tolerance = 0.25

/** Job histories contain no schedule, so a job without regular intervals has no next run. Newest start first. */
export const estimateNextRun = (startedAt: readonly string[]): string | null => {
  const starts = startedAt.slice(0, intervalsMax + 1).map((at) => Date.parse(at))
  const intervals = starts.slice(1).map((start, index) => (starts[index] ?? start) - start)
  const median = intervals.toSorted((a, b) => a - b)[Math.floor(intervals.length / 2)]
  const [newest] = starts
  if (median === undefined || newest === undefined || intervals.length < 2) return null
  const isRegular = intervals.every((interval) => Math.abs(interval - median) <= tolerance * median)
  return isRegular ? toIsoTime(newest + median) : null
}
