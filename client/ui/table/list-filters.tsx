import './list-head.css'

interface ListFiltersProps {
  readonly children: React.ReactNode
  readonly action?: React.ReactNode
}

export function ListFilters({ children, action }: ListFiltersProps) {
  return (
    <div className="list-head">
      {children}
      {action === undefined ? null : <div className="list-head-action">{action}</div>}
    </div>
  )
}
