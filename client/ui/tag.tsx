import './tag.css'

interface TagProps {
  readonly name?: string
  readonly children: React.ReactNode
  readonly tone?: 'plain' | 'outline' | 'dashed' | 'ok' | 'warn' | 'bad'
  readonly severity?: boolean
  readonly title?: string
}

export function Tag({ name, children, tone = 'plain', severity = false, title }: TagProps) {
  return (
    <span className="tag" data-tone={tone} data-severity={severity ? '' : undefined} title={title}>
      {name === undefined ? null : `${name} `}
      {name === undefined ? children : <b>{children}</b>}
    </span>
  )
}
