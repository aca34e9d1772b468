/** In units of the smallest text; the pages must render these heights. */
export const wallHeights = {
  two: 3.36,
  one: 2.02,
  correlated: 4.56,
  line: 1.76,
} as const

export type LineKind = 'correlated' | 'failure' | 'stale'

export interface WallPage {
  readonly from: number
  readonly to: number
  readonly more: number
}

interface FittedRows {
  /** Of the first lines that many have two lines of text. */
  readonly twoLined: number
  readonly pages: readonly WallPage[]
}

const pagesMax = 12
const rounding = 1e-9

/** With failures on one line of text. */
const leastHeights: Readonly<Record<LineKind, number>> = {
  correlated: wallHeights.correlated,
  failure: wallHeights.one,
  stale: wallHeights.line,
}

export const fitRows = (lines: readonly LineKind[], height: number): FittedRows => {
  const needed = lines.reduce((sum, kind) => sum + leastHeights[kind], 0)
  if (needed <= height) {
    const spare = height - needed
    const most = Math.floor(spare / (wallHeights.two - wallHeights.one) + rounding)
    const failures = lines.flatMap((kind, index) => (kind === 'failure' ? [index] : []))
    const twoLined = most >= failures.length ? lines.length : (failures[most] ?? 0)
    return { twoLined, pages: [{ from: 0, to: lines.length, more: 0 }] }
  }
  const pages: WallPage[] = []
  let from = 0
  while (from < lines.length && pages.length < pagesMax) {
    let left = height - wallHeights.line
    let to = from
    for (const kind of lines.slice(from)) {
      left -= leastHeights[kind]
      if (left < 0 && to > from) break
      to++
    }
    pages.push({ from, to, more: lines.length - to })
    from = to
  }
  return { twoLined: 0, pages }
}
