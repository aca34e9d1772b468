import type { FittedColumn } from './fit-columns.ts'
import type { ListColumn } from './list-column.ts'

export interface LaidOutColumn<R> {
  readonly column: ListColumn<R>
  readonly width: number | string | undefined
  readonly maxWidth?: number
  /** As wide as its content. */
  readonly isSnug?: boolean
  readonly stuck: { readonly position: 'sticky'; readonly left: number; readonly zIndex: 1 } | undefined
}

type Fit<R> = FittedColumn<ListColumn<R>>

const getFixed = <R>({ widthPx, column }: Fit<R>) => widthPx ?? column.width
const getLeast = <R>({ column: { minWidth = 0 } }: Fit<R>) => minWidth
const getFlex = <R>({ column: { flex = 1 } }: Fit<R>) => flex
const usualLeast = 100
const sum = <T>(values: readonly T[], read: (value: T) => number) => values.reduce((all, each) => all + read(each), 0)

/** The column with the largest share takes what rounding and maximum widths leave. */
const shareRoom = <R>(fitted: readonly Fit<R>[], room: number): ReadonlyMap<Fit<R>, number> => {
  const flexible = fitted.filter((fit) => getFixed(fit) === undefined)
  const spare = room - sum(fitted, (fit) => getFixed(fit) ?? getLeast(fit))
  if (!Number.isFinite(spare) || spare < 0) return new Map()
  const largest = flexible.toSorted((a, b) => getFlex(b) - getFlex(a))[0]
  const all = sum(flexible, getFlex)
  return new Map(
    flexible
      .filter((fit) => fit !== largest)
      .map((fit) => [
        fit,
        Math.min(fit.column.maxWidth ?? Infinity, Math.round(getLeast(fit) + (spare * getFlex(fit)) / all)),
      ]),
  )
}

/** Widths in pixels on screen. A table with chosen widths alone would stretch them, so one other column stays flexible. */
export const layOutColumns = <R>(
  fitted: readonly Fit<R>[],
  room: number,
  scale: number,
): readonly LaidOutColumn<R>[] => {
  const isRigid = fitted.some(({ widthPx }) => widthPx !== null) && fitted.every((fit) => getFixed(fit) !== undefined)
  const loose = isRigid ? fitted.findLast(({ widthPx }) => widthPx === null) : undefined
  const shares = shareRoom(fitted, room)
  return fitted.map((fit) => {
    const { column, stuckAtPx } = fit
    const px = fit === loose ? undefined : (getFixed(fit) ?? shares.get(fit))
    return {
      column,
      width: px === undefined ? undefined : px * scale,
      stuck: stuckAtPx === null ? undefined : { position: 'sticky', left: stuckAtPx * scale, zIndex: 1 },
    }
  })
}

/** Phones and walls have no room for empty space: fixed columns shrink to their content, the others share the rest. */
export const layOutSnugly = <R>(
  fitted: readonly Fit<R>[],
  scale: number,
  shareBy: 'flex' | 'minWidth',
): readonly LaidOutColumn<R>[] => {
  const getShare = shareBy === 'flex' ? getFlex : (fit: Fit<R>) => getLeast(fit) || usualLeast
  const all = sum(
    fitted.filter((fit) => getFixed(fit) === undefined),
    getShare,
  )
  return fitted.map((fit) => {
    const fixed = getFixed(fit)
    return {
      column: fit.column,
      // A cell without a maximum grows with its text instead of cutting it.
      ...(fixed === undefined
        ? { width: `${(100 * getShare(fit)) / all}%`, maxWidth: 0 }
        : { width: 1, maxWidth: fixed * scale, isSnug: true }),
      stuck: undefined,
    }
  })
}
