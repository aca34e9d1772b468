import { formatCount } from '#shared/primitives/format-count.ts'
import type { SortValue } from '#shared/sorting/sort-value.ts'
import { causeFirst } from '#client/lib/text/cause-first.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { Moment } from '#client/ui/moment.tsx'
import type { ListColumn } from './list-column.ts'

type Named<R> = Omit<ListColumn<R>, 'text' | 'cell'>

interface PlainColumn<R> extends Named<R> {
  readonly className?: string
  /** Shown where there is no value. */
  readonly none?: string
}

/** Shows the value as it is exported. */
export const plainColumn = <R,>(
  getValue: (row: R) => SortValue | undefined,
  { className, none, ...column }: PlainColumn<R>,
): ListColumn<R> => ({
  ...column,
  text: (row) => getValue(row) ?? null,
  cell: (row) => {
    const value = getValue(row) ?? ''
    if (value === '') return none === undefined ? null : <span className="faint">{none}</span>
    return className === undefined ? value : <span className={className}>{value}</span>
  },
})

export const ageColumn = <R,>(at: (row: R) => string | null | undefined, column: Named<R>): ListColumn<R> => ({
  align: 'end',
  width: 80,
  ...column,
  text: (row) => at(row) ?? null,
  cell: (row) => <Age at={at(row)} />,
})

export const momentColumn = <R,>(at: (row: R) => string | null | undefined, column: Named<R>): ListColumn<R> => ({
  align: 'end',
  width: 144,
  ...column,
  text: (row) => at(row) ?? null,
  cell: (row) => <Moment at={at(row)} />,
})

interface ErrorColumn<R> {
  readonly title: string
  readonly isWarning?: (row: R) => boolean
}

/** Stays on walls: it answers why. */
export const errorColumn = <R,>(
  findError: (row: R) => string | null,
  { title, isWarning = () => false }: ErrorColumn<R>,
): ListColumn<R> => ({
  id: 'error',
  title,
  rank: 1,
  minWidth: 140,
  flex: 3,
  text: findError,
  cell: (row) => {
    const error = findError(row)
    if (error === null) return null
    return (
      <span className={`cut ${isWarning(row) ? 'warn-text' : 'bad-text'}`} title={error}>
        {causeFirst(error)}
      </span>
    )
  },
})

export const countCell = (count: number | null | undefined) =>
  count ? formatCount(count) : <span className="faint">0</span>

export const countColumn = <R,>(getCount: (row: R) => number, column: Named<R>): ListColumn<R> => ({
  align: 'end',
  ...column,
  text: getCount,
  cell: (row) => countCell(getCount(row)),
})

export const actColumn = <R,>(
  title: string | ((row: R) => string),
  onAct: ((row: R) => void) | null,
  getLabel: (row: R) => string,
  getDisabledReason: (row: R) => string | undefined = () => undefined,
): readonly ListColumn<R>[] =>
  onAct === null
    ? []
    : [
        {
          id: 'act',
          title: '',
          rank: 0,
          width: 96,
          cell: (row) => (
            <Button
              look="minimal"
              small
              aria-label={getLabel(row)}
              disabledReason={getDisabledReason(row)}
              onClick={() => onAct(row)}
            >
              {typeof title === 'string' ? title : title(row)}
            </Button>
          ),
        },
      ]
