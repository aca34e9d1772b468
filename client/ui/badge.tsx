import './badge.css'

interface BadgeProps {
  readonly count: number
  readonly label: string
}

const shownMax = 99

export function Badge({ count, label }: BadgeProps) {
  if (count === 0) return null
  return (
    <span className="badge tabular">
      <span aria-hidden="true">{count > shownMax ? `${shownMax}+` : count}</span>
      <span className="visually-hidden">{`${count} ${label}`}</span>
    </span>
  )
}
