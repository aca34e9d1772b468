import { Link } from 'wouter'
import { severityWeight } from '#shared/health/severity.ts'
import { SeverityTag } from '#client/domain/catalog/severity-tag.tsx'
import { FilterCell } from '#client/features/catalog/filter-cell.tsx'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { ageColumn } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import type { Insight } from './insights-api.ts'

const getMessage = ({ message, summary }: Insight) => summary ?? message

export const insightColumns: readonly ListColumn<Insight>[] = [
  {
    id: 'severity',
    title: 'Severity',
    rank: 0,
    width: 80,
    text: ({ severity }) => severity,
    sortsBy: ({ severity }) => severityWeight(severity),
    cell: ({ severity }) => {
      const tag = <SeverityTag severity={severity} />
      return severity === null ? (
        tag
      ) : (
        <FilterCell filter="severity" value={severity}>
          {tag}
        </FilterCell>
      )
    },
  },
  {
    id: 'config',
    title: 'Catalog',
    rank: 1,
    minWidth: 130,
    isSortable: true,
    text: ({ config }) => config?.name ?? null,
    cell: ({ config }) =>
      config ? (
        <Link className="cut" href={linkTo(routes.configItem, { id: config.id })}>
          {config.name ?? config.id}
        </Link>
      ) : null,
  },
  {
    id: 'message',
    title: 'Message',
    rank: 0,
    minWidth: 170,
    isSortable: true,
    text: getMessage,
    cell: (insight) => (
      <span className="cut" title={insight.message ?? undefined}>
        {getMessage(insight)}
      </span>
    ),
  },
  {
    id: 'type',
    title: 'Type',
    rank: 3,
    width: 128,
    isSortable: true,
    text: ({ analysis_type: type }) => type,
    cell: ({ analysis_type: type }) => (type === null ? null : <FilterCell filter="type" value={type} />),
  },
  {
    id: 'analyzer',
    title: 'Analyzer',
    rank: 4,
    width: 144,
    isSortable: true,
    text: ({ analyzer }) => analyzer,
    cell: ({ analyzer }) =>
      analyzer === null ? null : (
        <span className="dim cut">
          <FilterCell filter="analyzer" value={analyzer} />
        </span>
      ),
  },
  {
    id: 'status',
    title: 'Status',
    rank: 2,
    width: 96,
    isSortable: true,
    text: ({ status }) => status,
    cell: ({ status }) =>
      status === null ? null : (
        <span className="dim">
          <FilterCell filter="status" value={status} />
        </span>
      ),
  },
  ageColumn(({ first_observed: at }) => at, {
    id: 'first',
    title: 'First observed',
    rank: 5,
    width: 120,
    isSortable: true,
  }),
  ageColumn(({ last_observed: at }) => at, {
    id: 'last',
    title: 'Last observed',
    rank: 6,
    width: 120,
    isSortable: true,
  }),
]
