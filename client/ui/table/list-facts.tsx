import { formatCount } from '#shared/primitives/format-count.ts'
import './list-head.css'

export const countFact = (total: number | null, one: string, many: string): readonly string[] =>
  total === null ? [] : [formatCount(total, one, many)]

export const FactTexts = ({ facts }: { readonly facts: readonly string[] }) =>
  facts.map((fact, index) => (index === 0 ? <b key="total">{fact}</b> : <span key={fact}>{fact}</span>))

interface ListFactsProps {
  readonly children: React.ReactNode
  readonly tools?: React.ReactNode
}

export function ListFacts({ children, tools }: ListFactsProps) {
  return (
    <div className="list-facts">
      <p className="dotted tabular">{children}</p>
      {tools}
    </div>
  )
}
