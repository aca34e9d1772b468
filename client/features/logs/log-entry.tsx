import { memo } from 'react'
import type { LogLine } from '#shared/logs/log-routes.ts'
import { StateMark, type State } from '#client/ui/state-mark.tsx'

const marks: Readonly<Record<string, State>> = {
  fatal: 'unhealthy',
  panic: 'unhealthy',
  critical: 'unhealthy',
  error: 'unhealthy',
  warn: 'warning',
}

interface LogEntryProps {
  readonly line: LogLine
  /** A time in milliseconds as a clock shows it, to the second. */
  readonly clock: (atMs: number) => string
}

/** A line of a log: when, how bad and what; opened, the whole message with every field. */
export const LogEntry = memo(function LogEntry({ line: { timestamp, message, labels }, clock }: LogEntryProps) {
  const { level = '', ...fields } = labels
  const mark = marks[level]
  return (
    <details className="log-entry">
      <summary>
        <time className="log-entry-time tabular" dateTime={timestamp}>
          {timestamp === '' ? '–' : `${clock(Date.parse(timestamp))}.${timestamp.slice(20, 23)}`}
        </time>
        <span className="log-entry-level" data-level={mark}>
          {mark === undefined ? null : <StateMark state={mark} label="" />}
          {level.toUpperCase()}
        </span>
        <span className="log-entry-message cut">{message}</span>
      </summary>
      <pre>{message}</pre>
      <dl>
        {Object.entries(fields).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
})
