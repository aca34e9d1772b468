import { FactTexts, ListFacts } from './list-facts.tsx'
import { ListFilters } from './list-filters.tsx'

interface ListHeadProps {
  readonly filters: React.ReactNode
  readonly action?: React.ReactNode
  readonly facts: readonly string[]
  readonly tools?: React.ReactNode
}

export function ListHead({ filters, action, facts, tools }: ListHeadProps) {
  return (
    <>
      <ListFilters action={action}>{filters}</ListFilters>
      <ListFacts tools={tools}>
        <FactTexts facts={facts} />
      </ListFacts>
    </>
  )
}
