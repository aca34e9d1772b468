import './list-head.css'

/** The fact that every list has: how many rows match; none while nobody knows. */
export const countFact = (total: number | null, one: string, many: string): readonly string[] =>
  total === null ? [] : [`${total.toLocaleString('en')} ${total === 1 ? one : many}`]

/** Facts as texts: how many there are counts most. */
export const FactTexts = ({ facts }: { readonly facts: readonly string[] }) =>
  facts.map((fact, index) => (index === 0 ? <b key="total">{fact}</b> : <span key={fact}>{fact}</span>))

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
