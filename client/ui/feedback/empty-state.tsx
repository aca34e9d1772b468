import './empty-state.css'

interface EmptyStateProps {
  readonly title: string
  /** What would be here and why it is not. */
  readonly children?: React.ReactNode
  /** The one thing to do, and the way around it. */
  readonly actions?: React.ReactNode
}

/** What stands where there is nothing to show. */
export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <section className="empty-state">
      <h2>{title}</h2>
      {children === undefined ? null : <div className="empty-state-text">{children}</div>}
      {actions === undefined ? null : <div className="empty-state-actions">{actions}</div>}
    </section>
  )
}
