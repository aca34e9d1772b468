import type { CheckRow } from '#shared/health/check-row.ts'
import { Moment } from '#client/ui/moment.tsx'
import { wholeList } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { SmallTable, type SmallColumn } from '#client/ui/table/small-table.tsx'
import { textColumns } from '#client/ui/table/text-column.ts'
import { CheckLink } from './check-link.tsx'

const columns: readonly SmallColumn<CheckRow>[] = [
  { id: 'check', title: 'Check', text: ({ name }) => name, cell: (check) => <CheckLink check={check} /> },
  { id: 'canary', title: 'Canary', className: 'healthy-wide dim cut', text: ({ canaryName }) => canaryName },
  {
    id: 'lastFail',
    title: 'Last failed',
    align: 'end',
    className: 'dim',
    text: ({ lastFail }) => lastFail,
    cell: ({ lastFail }) => <Moment at={lastFail} />,
  },
  {
    id: 'healthySince',
    title: 'Healthy since',
    align: 'end',
    className: 'healthy-wide',
    text: ({ lastTransition }) => lastTransition,
    cell: ({ lastTransition }) => <Moment at={lastTransition} />,
  },
]
const texts = textColumns(columns)
const getId = ({ id }: CheckRow) => id

export function RecentFailures({ checks }: { readonly checks: readonly CheckRow[] }) {
  return (
    <section className="healthy-panel" aria-label="Recent failures">
      <header>
        <h3>Recent failures</h3>
        <ListTools table="last-trouble" noun="recent failures" texts={texts} pages={wholeList(checks)} />
      </header>
      {checks.length === 0 ? (
        <p className="healthy-none">No failures recorded.</p>
      ) : (
        <SmallTable columns={columns} rows={checks} getKey={getId} />
      )}
    </section>
  )
}
