import { Link } from 'wouter'
import { SeverityTag } from '#client/domain/catalog/severity-tag.tsx'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { Age } from '#client/ui/age.tsx'
import type { Column } from '#client/ui/table/data-table.tsx'
import type { Insight } from './insights-api.ts'

const saysOf = ({ message, summary }: Insight) => summary ?? message

/** What the lists show of an insight. The backend puts them in order, by what it can. */
export const insightColumns: readonly Column<Insight>[] = [
  {
    id: 'severity',
    title: 'Severity',
    rank: 0,
    width: '6rem',
    roomPx: 78,
    text: ({ severity }) => severity,
    cell: ({ severity }) => <SeverityTag severity={severity} />,
  },
  {
    id: 'config',
    title: 'Catalog',
    rank: 1,
    roomPx: 160,
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
    roomPx: 200,
    text: saysOf,
    cell: (insight) => (
      <span className="cut" title={insight.message ?? undefined}>
        {saysOf(insight)}
      </span>
    ),
  },
  {
    id: 'type',
    title: 'Type',
    rank: 3,
    width: '8rem',
    roomPx: 104,
    isSortable: true,
    text: ({ analysis_type: type }) => type,
    cell: ({ analysis_type: type }) => type,
  },
  {
    id: 'analyzer',
    title: 'Analyzer',
    rank: 4,
    width: '9rem',
    roomPx: 116,
    isSortable: true,
    text: ({ analyzer }) => analyzer,
    cell: ({ analyzer }) => <span className="dim">{analyzer}</span>,
  },
  {
    id: 'status',
    title: 'Status',
    rank: 2,
    width: '6rem',
    roomPx: 78,
    isSortable: true,
    text: ({ status }) => status,
    cell: ({ status }) => <span className="dim">{status}</span>,
  },
  {
    id: 'first',
    title: 'First observed',
    rank: 5,
    align: 'end',
    width: '7.5rem',
    roomPx: 98,
    isSortable: true,
    text: ({ first_observed: at }) => at,
    cell: ({ first_observed: at }) => <Age at={at} />,
  },
  {
    id: 'last',
    title: 'Last observed',
    rank: 6,
    align: 'end',
    width: '7.5rem',
    roomPx: 98,
    isSortable: true,
    text: ({ last_observed: at }) => at,
    cell: ({ last_observed: at }) => <Age at={at} />,
  },
]
