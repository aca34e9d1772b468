import { EmptyState } from '#client/ui/feedback/empty-state.tsx'

interface Emptiness {
  readonly title: string
  readonly text?: React.ReactNode
  readonly actions?: React.ReactNode
}

export interface ListNothingProps {
  readonly isFiltered: boolean
  readonly noMatch: Emptiness | string
  readonly empty: Emptiness
}

const takeAway = <span className="not-on-walls">Remove a filter to see more.</span>

export function ListNothing({ isFiltered, noMatch, empty }: ListNothingProps) {
  const matchless: Emptiness = typeof noMatch === 'string' ? { title: noMatch, text: takeAway } : noMatch
  const { title, text, actions } = isFiltered ? matchless : empty
  return (
    <EmptyState title={title} actions={actions}>
      {text === undefined ? undefined : <p>{text}</p>}
    </EmptyState>
  )
}
