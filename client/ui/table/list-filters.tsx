import './list-head.css'

interface ListFiltersProps {
  /** Search and facets, in one row. */
  readonly children: React.ReactNode
  /** At the end of that row: one primary button. */
  readonly action?: React.ReactNode
}

/** The row that narrows a list. */
export function ListFilters({ children, action }: ListFiltersProps) {
  return (
    <div className="list-head">
      {children}
      {action === undefined ? null : <div className="list-head-action">{action}</div>}
    </div>
  )
}
