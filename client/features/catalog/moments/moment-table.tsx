import { useMemo } from 'react'
import { Link } from 'wouter'
import { presenceOf } from '#shared/catalog/compare-related.ts'
import type { RelatedItem } from '#client/features/catalog/item/related/related-api.ts'
import { StatusDot } from '#client/ui/status-dot.tsx'
import type { Column } from '#client/ui/table/data-table.tsx'
import { countFact } from '#client/ui/table/list-facts.tsx'
import { ListFrame } from '#client/ui/table/list-frame.tsx'
import { wholeReading } from '#client/ui/table/list-reading.tsx'
import { useWholeList } from '#client/ui/table/list-source.ts'

/** An item as it was, and as it became; at one moment alone both are the same. */
interface ComparedItem {
  readonly id: string
  readonly was: RelatedItem | undefined
  readonly is: RelatedItem | undefined
}

const told = ['health', 'status', 'name'] as const

/** What an item says of itself at one moment and not at the other. */
export const changesOf = ({ was, is }: ComparedItem): readonly { readonly what: string; readonly words: string }[] => {
  if (was === undefined || is === undefined) return []
  return told.flatMap((what) =>
    was[what] === is[what] ? [] : [{ what, words: `${was[what] ?? 'none'} → ${is[what] ?? 'none'}` }],
  )
}

const shown = ({ was, is }: ComparedItem) => is ?? was
const nameOf = (each: ComparedItem) => shown(each)?.name ?? each.id

const changeWords = (each: ComparedItem): string => {
  const presence = presenceOf(each)
  if (presence !== 'both') return presence
  return changesOf(each)
    .map(({ what, words }) => `${what} ${words}`)
    .join(', ')
}

const columnsFor = (isCompared: boolean, hrefOf: (id: string) => string): readonly Column<ComparedItem>[] => [
  {
    id: 'name',
    title: 'Name',
    rank: 0,
    roomPx: 180,
    text: nameOf,
    cell: (each) => (
      <span className="catalog-name">
        <StatusDot status={shown(each)?.health} none="no health" />
        <Link className="cut" href={hrefOf(each.id)}>
          {nameOf(each)}
        </Link>
      </span>
    ),
  },
  {
    id: 'type',
    title: 'Type',
    rank: 3,
    roomPx: 150,
    text: (each) => shown(each)?.type ?? null,
    cell: (each) => <span className="dim">{shown(each)?.type}</span>,
  },
  {
    id: 'status',
    title: 'Status',
    rank: 2,
    roomPx: 110,
    text: (each) => shown(each)?.status ?? null,
    cell: (each) => shown(each)?.status,
  },
  ...(isCompared
    ? [{ id: 'change', title: 'Change', rank: 1, roomPx: 160, text: changeWords, cell: changeWords } as const]
    : []),
]
const idOf = ({ id }: ComparedItem) => id
const changedFirst = (items: readonly ComparedItem[]) =>
  items.toSorted(
    (a, b) => Number(changeWords(a) === '') - Number(changeWords(b) === '') || nameOf(a).localeCompare(nameOf(b)),
  )

interface MomentTableProps {
  readonly items: readonly ComparedItem[]
  /** Two moments are compared, not one shown. */
  readonly isCompared: boolean
  readonly hrefOf: (id: string) => string
}

/** What was related at a moment as a list; of two moments what changed comes first. */
export function MomentTable({ items, isCompared, hrefOf }: MomentTableProps) {
  const columns = useMemo(() => columnsFor(isCompared, hrefOf), [isCompared, hrefOf])
  const source = useWholeList({ reading: wholeReading, columns, rows: items, inUsualOrder: changedFirst })
  return (
    <ListFrame
      table="related-then"
      label="Related items"
      source={source}
      keyOf={idOf}
      facts={countFact(source.total, 'item', 'items')}
      nothing={null}
    />
  )
}
