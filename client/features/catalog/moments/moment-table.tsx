import { useMemo } from 'react'
import { Link } from 'wouter'
import { comparePresence } from '#shared/catalog/compare-related.ts'
import type { RelatedItem } from '#client/features/catalog/item/related/related-api.ts'
import { StatusDot } from '#client/ui/status-dot.tsx'
import { plainColumn } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { countFact } from '#client/ui/table/list-facts.tsx'
import { ListFrame } from '#client/ui/table/list-frame.tsx'
import { wholeReading } from '#client/ui/table/list-reading.tsx'
import { useWholeList } from '#client/ui/table/list-source.ts'

interface ComparedItem {
  readonly id: string
  readonly was: RelatedItem | undefined
  readonly is: RelatedItem | undefined
}

const comparedFields = ['health', 'status', 'name'] as const

export const listFieldChanges = ({
  was,
  is,
}: ComparedItem): readonly { readonly field: string; readonly text: string }[] => {
  if (was === undefined || is === undefined) return []
  return comparedFields.flatMap((field) =>
    was[field] === is[field] ? [] : [{ field, text: `${was[field] ?? 'none'} → ${is[field] ?? 'none'}` }],
  )
}

const shown = ({ was, is }: ComparedItem) => is ?? was
const getName = (each: ComparedItem) => shown(each)?.name ?? each.id

const changeText = (each: ComparedItem): string => {
  const presence = comparePresence(each)
  if (presence !== 'both') return presence
  return listFieldChanges(each)
    .map(({ field, text }) => `${field} ${text}`)
    .join(', ')
}

const columnsFor = (isCompared: boolean, toHref: (id: string) => string): readonly ListColumn<ComparedItem>[] => [
  {
    id: 'name',
    title: 'Name',
    rank: 0,
    minWidth: 180,
    text: getName,
    cell: (each) => (
      <span className="catalog-name">
        <StatusDot status={shown(each)?.health} none="no health" />
        <Link className="cut" href={toHref(each.id)}>
          {getName(each)}
        </Link>
      </span>
    ),
  },
  plainColumn((each) => shown(each)?.type, { id: 'type', title: 'Type', rank: 3, minWidth: 150, className: 'dim' }),
  plainColumn((each) => shown(each)?.status, { id: 'status', title: 'Status', rank: 2, minWidth: 110 }),
  ...(isCompared
    ? [{ id: 'change', title: 'Change', rank: 1, minWidth: 160, text: changeText, cell: changeText } as const]
    : []),
]
const getId = ({ id }: ComparedItem) => id
const changedFirst = (items: readonly ComparedItem[]) =>
  items.toSorted(
    (a, b) => Number(changeText(a) === '') - Number(changeText(b) === '') || getName(a).localeCompare(getName(b)),
  )

interface MomentTableProps {
  readonly items: readonly ComparedItem[]
  readonly isCompared: boolean
  readonly toHref: (id: string) => string
}

export function MomentTable({ items, isCompared, toHref }: MomentTableProps) {
  const columns = useMemo(() => columnsFor(isCompared, toHref), [isCompared, toHref])
  const source = useWholeList({ reading: wholeReading, columns, rows: items, inUsualOrder: changedFirst })
  return (
    <ListFrame
      table="related-then"
      label="Related items"
      source={source}
      getKey={getId}
      facts={countFact(source.total, 'item', 'items')}
      nothing={null}
    />
  )
}
