import './empty-state.css'

interface EmptyStateProps {
  readonly title: string
  readonly children?: React.ReactNode
  readonly actions?: React.ReactNode
}

export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <section className="empty-state">
      <h2>{title}</h2>
      {children === undefined ? null : <div className="empty-state-text">{children}</div>}
      {actions === undefined ? null : <div className="empty-state-actions">{actions}</div>}
    </section>
  )
}
