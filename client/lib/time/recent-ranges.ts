import { z } from 'zod'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export interface RecentRange {
  readonly from: string
  readonly to: string
}

interface RecentRanges {
  readonly ranges: readonly RecentRange[]
}

/** How many are kept (ledger UI-19). */
const recentRangesMax = 5

const storedSchema = z.object({ ranges: z.array(z.object({ from: z.string(), to: z.string() })) })

/** The absolute ranges used last in this browser, newest first. */
export const useRecentRanges = create<RecentRanges>()(
  persist((): RecentRanges => ({ ranges: [] }), {
    name: 'quarterdeck.recent-ranges',
    merge: (stored) => storedSchema.catch({ ranges: [] }).parse(stored),
  }),
)

/** Puts a range first; the same one again moves up instead of standing twice. */
export const rememberRange = ({ from, to }: RecentRange) =>
  useRecentRanges.setState(({ ranges }) => ({
    ranges: [{ from, to }, ...ranges.filter((range) => range.from !== from || range.to !== to)].slice(
      0,
      recentRangesMax,
    ),
  }))
