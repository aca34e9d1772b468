import { StateMark, type State } from '#client/ui/state-mark.tsx'
import './callout.css'

interface CalloutProps {
  readonly tone: 'bad' | 'warn' | 'info'
  readonly title?: React.ReactNode
  readonly children?: React.ReactNode
  readonly actions?: React.ReactNode
  readonly bar?: boolean
}

const marks: Record<CalloutProps['tone'], State | undefined> = { bad: 'unhealthy', warn: 'warning', info: undefined }

export function Callout({ tone, title, children, actions, bar = false }: CalloutProps) {
  const mark = marks[tone]
  return (
    <div
      className="callout"
      data-tone={tone}
      data-bar={bar ? '' : undefined}
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      {mark === undefined ? null : <StateMark state={mark} label="" />}
      <div className="callout-text">
        {title === undefined ? null : <b>{title} </b>}
        {children}
      </div>
      {actions === undefined ? null : <div className="callout-actions">{actions}</div>}
    </div>
  )
}
