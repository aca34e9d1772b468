import { useMemo } from 'react'
import { resourceKinds, type TableWith } from '#shared/resources/resource-kinds.ts'
import { useQueryParams } from '#client/lib/address/query-state.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { JobList } from './job-list.tsx'
import { toJobFilter, readJobQuery } from './job-query.ts'

interface JobHistoryTabProps {
  readonly table: TableWith<'hasEditor'>
  readonly resourceId: string
}

const empty = () => (
  <EmptyState title="No job runs for this resource">
    <p>Each scheduled run adds a row here.</p>
  </EmptyState>
)

export function JobHistoryTab({ table, resourceId }: JobHistoryTabProps) {
  const params = useQueryParams()
  const filter = useMemo(() => {
    const { table: state, ...query } = readJobQuery(new URLSearchParams([...params].filter(([key]) => isTableKey(key))))
    const none = { names: new Map(), types: new Map(), statuses: new Map() }
    return toJobFilter(
      { ...query, ...none, table: state },
      { range: null, span: noSpan, resourceId, resourceType: resourceKinds[table].jobResource ?? table },
    )
  }, [params, table, resourceId])
  return <JobList filter={filter} empty={empty} />
}

const isTableKey = (key: string) => key === 'pageIndex' || key === 'pageSize'
const noSpan = (): never => {
  throw new Error('a list without a range has no time span')
}
