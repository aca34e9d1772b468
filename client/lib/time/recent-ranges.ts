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

const recentRangesMax = 5

const storedSchema = z.object({ ranges: z.array(z.object({ from: z.string(), to: z.string() })) })

export const useRecentRanges = create<RecentRanges>()(
  persist((): RecentRanges => ({ ranges: [] }), {
    name: 'quarterdeck.recent-ranges',
    merge: (stored) => storedSchema.catch({ ranges: [] }).parse(stored),
  }),
)

export const rememberRange = ({ from, to }: RecentRange) =>
  useRecentRanges.setState(({ ranges }) => ({
    ranges: [{ from, to }, ...ranges.filter((range) => range.from !== from || range.to !== to)].slice(
      0,
      recentRangesMax,
    ),
  }))
