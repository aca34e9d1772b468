import { EmptyState } from '#client/ui/feedback/empty-state.tsx'

interface Emptiness {
  readonly title: string
  readonly text?: React.ReactNode
  readonly actions?: React.ReactNode
}

interface ListNothingProps {
  /** Whether filters are why there are no rows. */
  readonly isFiltered: boolean
  /** What stands there when filters let nothing through; only its title where taking them away is all there is to do. */
  readonly noMatch: Emptiness | string
  /** What stands there when nothing exists. */
  readonly empty: Emptiness
}

const takeAway = 'Take a filter away to see the others.'

/** Why a list has no rows: its filters, or that nothing exists. */
export function ListNothing({ isFiltered, noMatch, empty }: ListNothingProps) {
  const matchless = typeof noMatch === 'string' ? { title: noMatch, text: takeAway } : noMatch
  const { title, text, actions } = isFiltered ? matchless : empty
  return (
    <EmptyState title={title} actions={actions}>
      {text === undefined ? undefined : <p>{text}</p>}
    </EmptyState>
  )
}
