/** One run's outcome. `ratio` is ours against the reference of the same run, medians of interleaved pairs. */
export interface Measured {
  readonly ours: number
  readonly reference: number
  readonly ratio: number
  /** Of `ours` and `reference`: `requests/s`, `ms`, `KB`. */
  readonly unit: string
  /** What the numbers leave open, in a few words. */
  readonly note?: string
}

/** One row of `npm run bench`: a goal for the ratio, and a run of less than two minutes that measures it. */
export interface Bench {
  readonly name: string
  readonly goal: { readonly atLeast: number } | { readonly atMost: number }
  /** Takes longer than two minutes: left out of a run of everything. */
  readonly onlyWhenNamed?: boolean
  run(): Promise<Measured>
}

/** How far a goal may be missed before `npm run bench` fails: machines are noisy. */
export const tolerance = 0.15

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  if (upper === undefined) throw new RangeError('the median of nothing')
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** Runs both sides in turn, ours first in every other pair, and sets their medians against each other. */
export const interleave = async (
  pairs: number,
  unit: string,
  ours: () => Promise<number>,
  reference: () => Promise<number>,
): Promise<Measured> => {
  const mine: number[] = []
  const theirs: number[] = []
  for (let pair = 0; pair < pairs; pair++) {
    if (pair % 2 === 0) {
      mine.push(await ours())
      theirs.push(await reference())
    } else {
      theirs.push(await reference())
      mine.push(await ours())
    }
  }
  return { ours: median(mine), reference: median(theirs), ratio: median(mine) / median(theirs), unit }
}

const percentile = (share: number, values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.ceil(share * sorted.length) - 1]
  if (value === undefined) throw new RangeError('a percentile of nothing')
  return value
}

/** The value that 95, or 99, in a hundred do not exceed. */
export const p95 = (values: readonly number[]): number => percentile(0.95, values)
export const p99 = (values: readonly number[]): number => percentile(0.99, values)

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
