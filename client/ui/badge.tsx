import './badge.css'

interface BadgeProps {
  readonly count: number
  readonly label: string
}

const shownMax = 99

/** A small number on or beside something: how many wait there. Nothing at zero (ledger UI-03). */
export function Badge({ count, label }: BadgeProps) {
  if (count === 0) return null
  return (
    <span className="badge tabular">
      <span aria-hidden="true">{count > shownMax ? `${shownMax}+` : count}</span>
      <span className="visually-hidden">{`${count} ${label}`}</span>
    </span>
  )
}
