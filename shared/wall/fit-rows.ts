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

export interface FittedRows {
  readonly form: 'two' | 'one'
  readonly pages: readonly WallPage[]
}

const pagesMax = 12

const getLineHeight = (kind: LineKind, form: FittedRows['form']) => {
  if (kind === 'failure') return wallHeights[form]
  return kind === 'correlated' ? wallHeights.correlated : wallHeights.line
}

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
