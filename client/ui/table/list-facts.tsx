import './list-head.css'

interface ListFactsProps {
  /** One element a fact; what counts most in `b`. */
  readonly children: React.ReactNode
  /** At the end of the line: what can be done with the list as a whole. */
  readonly tools?: React.ReactNode
}

/** The line of what a list knows. */
export function ListFacts({ children, tools }: ListFactsProps) {
  return (
    <div className="list-facts">
      <p className="tabular">{children}</p>
      {tools}
    </div>
  )
}
