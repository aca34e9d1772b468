import './list-head.css'

interface ListHeadProps {
  /** Search and facets, in one row. */
  readonly filters: React.ReactNode
  /** At the end of that row: one primary button. */
  readonly action?: React.ReactNode
  /** What the list knows, fact by fact; the first one is how many. */
  readonly facts: readonly string[]
}

/** What stands above the table of a list page: one row of filters, one line of facts. */
export function ListHead({ filters, action, facts }: ListHeadProps) {
  return (
    <>
      <div className="list-head">
        {filters}
        {action === undefined ? null : <div className="list-head-action">{action}</div>}
      </div>
      <p className="list-facts tabular">
        {facts.map((fact, index) => (index === 0 ? <b key="total">{fact}</b> : <span key={fact}>{fact}</span>))}
      </p>
    </>
  )
}
