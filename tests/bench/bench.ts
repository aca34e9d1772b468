/** Medians of interleaved pairs; `ratio` is ours divided by the reference of the same run. */
export interface Measured {
  readonly ours: number
  readonly reference: number
  readonly ratio: number
  readonly unit: string
  readonly note?: string
}

export interface Bench {
  readonly name: string
  readonly goal: { readonly atLeast: number } | { readonly atMost: number }
  readonly onlyWhenNamed?: boolean
  run(): Promise<Measured>
}

export const tolerance = 0.15

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  if (upper === undefined) throw new RangeError('the median of an empty list')
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

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
  if (value === undefined) throw new RangeError('a percentile of an empty list')
  return value
}

export const p95 = (values: readonly number[]): number => percentile(0.95, values)
export const p99 = (values: readonly number[]): number => percentile(0.99, values)

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
