import { FactTexts, ListFacts } from './list-facts.tsx'
import { ListFilters } from './list-filters.tsx'

interface ListHeadProps {
  readonly filters: React.ReactNode
  readonly facts: readonly string[]
  readonly tools?: React.ReactNode
}

export function ListHead({ filters, facts, tools }: ListHeadProps) {
  return (
    <>
      <ListFilters>{filters}</ListFilters>
      <ListFacts tools={tools}>
        <FactTexts facts={facts} />
      </ListFacts>
    </>
  )
}
