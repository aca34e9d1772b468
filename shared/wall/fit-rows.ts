/** Heights on a wall in units of its smallest text; the pages of the wall draw them so. */
export const wallHeights = {
  /** A row with its message below. */
  two: 3.36,
  /** The same in one line. */
  one: 2.02,
  /** Correlated failures: a row, its message, and what it is made of. */
  correlated: 4.56,
  /** A line in the smallest text: what is silent, how many more. */
  line: 1.76,
} as const

export type LineKind = 'correlated' | 'trouble' | 'stale'

/** A page of the list: from which line to which (not included) of all of them, and how many of them are not yet told. */
export interface WallPage {
  readonly from: number
  readonly to: number
  readonly more: number
}

export interface FittedRows {
  readonly form: 'two' | 'one'
  readonly pages: readonly WallPage[]
}

/** More pages than this nobody sees the end of; what comes after is counted. */
const pagesMax = 12

const getLineHeight = (kind: LineKind, form: FittedRows['form']) => {
  if (kind === 'trouble') return wallHeights[form]
  return kind === 'correlated' ? wallHeights.correlated : wallHeights.line
}

/**
 * How lines stand in `height`: all of them with their messages; else all of them in one line each; else in pages of such
 * lines, each with room for a last line that says how many more. A page holds at least one line, and at most twelve pages
 * are made.
 */
export const fitRows = (lines: readonly LineKind[], height: number): FittedRows => {
  const whole = [{ from: 0, to: lines.length, more: 0 }]
  for (const form of ['two', 'one'] as const) {
    const needed = lines.reduce((sum, kind) => sum + getLineHeight(kind, form), 0)
    if (needed <= height) return { form, pages: whole }
  }
  const pages: WallPage[] = []
  let from = 0
  while (from < lines.length && pages.length < pagesMax) {
    let left = height - wallHeights.line
    let to = from
    for (const kind of lines.slice(from)) {
      left -= getLineHeight(kind, 'one')
      if (left < 0 && to > from) break
      to++
    }
    pages.push({ from, to, more: lines.length - to })
    from = to
  }
  return { form: 'one', pages }
}
