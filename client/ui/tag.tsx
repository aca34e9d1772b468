import './tag.css'

interface TagProps {
  /** The name before the value, as in `env production`. */
  readonly name?: string
  readonly children: React.ReactNode
  readonly tone?: 'plain' | 'outline' | 'dashed' | 'ok' | 'warn' | 'bad'
  /** A severity's short label, the only words in capitals. */
  readonly severity?: boolean
  readonly title?: string
}

/** A small fact in a box. */
export function Tag({ name, children, tone = 'plain', severity = false, title }: TagProps) {
  return (
    <span className="tag" data-tone={tone} data-severity={severity ? '' : undefined} title={title}>
      {name === undefined ? null : `${name} `}
      {name === undefined ? children : <b>{children}</b>}
    </span>
  )
}
