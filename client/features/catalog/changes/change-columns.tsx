import { Comparison, History } from '@blueprintjs/icons'
import { Link } from 'wouter'
import type { CatalogChange } from '#shared/catalog/catalog-changes.ts'
import { severityWeight } from '#shared/health/severity.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { SeverityTag } from '#client/domain/catalog/severity-tag.tsx'
import { FilterCell } from '#client/features/catalog/filter-cell.tsx'
import { comparedHref, formerHref } from '#client/features/catalog/moments/moment-links.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { sortTags } from '#client/lib/text/sort-tags.ts'
import { Age } from '#client/ui/age.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'

const getAuthor = ({ external_created_by: by, source }: CatalogChange) => by ?? source ?? null
const listTags = ({ tags }: CatalogChange) => sortTags(tags ?? {})
const tagsShown = 2

function LookBack({ change }: { readonly change: CatalogChange }) {
  return (
    <span className="change-moments">
      <Link
        href={formerHref(change)}
        title="State before this change"
        aria-label="State before this change"
        onClick={keepRow}
      >
        <History size={14} />
      </Link>
      <Link
        href={comparedHref(change)}
        title="Compare before and after"
        aria-label="Compare before and after"
        onClick={keepRow}
      >
        <Comparison size={14} />
      </Link>
    </span>
  )
}
const keepRow = (event: React.MouseEvent) => event.stopPropagation()

/** Earlier states of items are stored by the embedded backend only. */
const lookBackId = 'moments'

const plainColumns: readonly ListColumn<CatalogChange>[] = [
  {
    id: 'severity',
    title: 'Severity',
    rank: 2,
    width: 80,
    text: ({ severity }) => severity ?? null,
    sortsBy: ({ severity }) => severityWeight(severity),
    cell: ({ severity }) => <SeverityTag severity={severity} />,
  },
  {
    id: 'item',
    title: 'Catalog',
    rank: 0,
    minWidth: 120,
    isSortable: true,
    text: ({ name, config_id: id }) => name ?? id,
    cell: ({ name, config_id: id, type }) => (
      <Link
        className="cut"
        href={linkTo(routes.configItem, { id })}
        title={type ?? undefined}
        onClick={(event) => event.stopPropagation()}
      >
        {name ?? id}
      </Link>
    ),
  },
  {
    id: 'type',
    title: 'Type',
    rank: 3,
    width: 144,
    isSortable: true,
    text: ({ change_type: type }) => type,
    cell: ({ change_type: type }) => <FilterCell filter="change_type" value={type} />,
  },
  {
    id: 'summary',
    title: 'Summary',
    rank: 1,
    minWidth: 170,
    isSortable: true,
    text: ({ summary }) => summary ?? null,
    cell: ({ summary, count }) => (
      <span className="cut" title={summary ?? undefined}>
        {summary}
        {(count ?? 1) > 1 ? <span className="faint"> ×{formatCount(count ?? 1)}</span> : null}
      </span>
    ),
  },
  {
    id: 'tags',
    title: 'Tags',
    rank: 6,
    width: 160,
    text: (change) =>
      listTags(change)
        .map(({ key, value }) => `${key}=${value}`)
        .join(' ') || null,
    cell: (change) => (
      <span className="catalog-tags">
        {listTags(change)
          .slice(0, tagsShown)
          .map(({ key, value }) => (
            <FilterCell key={key} filter="tags" value={`${key}=${value}`}>
              {value}
            </FilterCell>
          ))}
      </span>
    ),
  },
  {
    id: 'by',
    title: 'Created By',
    rank: 5,
    width: 144,
    text: getAuthor,
    cell: ({ external_created_by: by, source }) =>
      by ? (
        <FilterCell filter="created_by" value={by} />
      ) : source ? (
        <FilterCell filter="source" value={source} />
      ) : null,
  },
  {
    id: lookBackId,
    title: 'History',
    rank: 4,
    width: 80,
    cell: (change) => <LookBack change={change} />,
  },
  {
    id: 'source',
    title: 'Source',
    rank: 7,
    width: 144,
    isSortable: true,
    isOptional: true,
    text: ({ source }) => source ?? null,
    cell: ({ source }) => (source ? <FilterCell filter="source" value={source} /> : null),
  },
]

export const changeColumns = (onOpen: (id: string) => void): readonly ListColumn<CatalogChange>[] => [
  {
    id: 'at',
    title: 'Last Seen',
    rank: 0,
    width: 88,
    isSortable: true,
    text: ({ created_at: at }) => at,
    cell: ({ id, created_at: at, change_type: type, name }) => (
      <button
        type="button"
        className="text-button"
        aria-label={`Open ${type} of ${name ?? 'an item'}`}
        onClick={(event) => {
          event.stopPropagation()
          onOpen(id)
        }}
      >
        <Age at={at} />
      </button>
    ),
  },
  ...plainColumns.filter(({ id }) => id !== lookBackId || hasOwnBackend()),
]
