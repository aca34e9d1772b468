import { StateMark, type State } from '#client/ui/state-mark.tsx'
import './callout.css'

interface CalloutProps {
  readonly tone: 'bad' | 'warn' | 'info'
  /** What failed or changed, in one sentence. */
  readonly title?: React.ReactNode
  /** What it means and what to do. */
  readonly children?: React.ReactNode
  /** Buttons at the right. */
  readonly actions?: React.ReactNode
  /** Across the page, under the top bar. */
  readonly bar?: boolean
}

const marks: Record<CalloutProps['tone'], State | undefined> = { bad: 'unhealthy', warn: 'warning', info: undefined }

/** A note in the page. A bad one is announced at once, the others when the reader gets to it. */
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
