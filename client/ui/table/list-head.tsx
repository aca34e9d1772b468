import { FactTexts, ListFacts } from './list-facts.tsx'
import { ListFilters } from './list-filters.tsx'

interface ListHeadProps {
  /** Search and facets, in one row. */
  readonly filters: React.ReactNode
  /** At the end of that row: one primary button. */
  readonly action?: React.ReactNode
  /** What the list knows, fact by fact; the first one is how many. */
  readonly facts: readonly string[]
  /** At the end of that line: what can be done with the list as a whole. */
  readonly tools?: React.ReactNode
}

/** What stands above the table of a list page: one row of filters, one line of facts. */
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
