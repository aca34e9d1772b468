import { Minus, Plus } from '@blueprintjs/icons'
import { memo } from 'react'
import { Link } from 'wouter'
import type { FilterState } from '#shared/filters/filter-value.ts'
import { classifyLevel, type LevelClass } from '#shared/logs/log-level.ts'
import type { LogLine } from '#shared/logs/log-routes.ts'
import { useQueryParams } from '#client/lib/address/query-state.ts'
import { plainText } from '#client/lib/text/ansi-segments.ts'
import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { LogText } from '#client/ui/log-text.tsx'
import { StateMark, type State } from '#client/ui/state-mark.tsx'
import { contextAddress, lineAddress } from './line-address.ts'
import { setFieldFilter } from './use-requested-lines.ts'

const marks: Readonly<Record<LevelClass, State | undefined>> = { error: 'unhealthy', warn: 'warning', other: undefined }

interface LogEntryProps {
  readonly line: LogLine
  readonly lineId: string
  readonly clock: (atMs: number) => string
  readonly searchText: string
  readonly columns: readonly string[]
  readonly wraps: boolean
  readonly isLinked: boolean
  readonly isSelected: boolean
  readonly isOpen: boolean
  readonly onSelect: (lineId: string, extend: boolean) => void
  readonly onOpen: (lineId: string, isOpen: boolean) => void
}

interface FieldProps {
  readonly name: string
  readonly value: string
}

function Field({ name, value }: FieldProps) {
  const filter = (state: FilterState) => setFieldFilter(name, value, state)
  return (
    <div>
      <dt className="cut" title={name}>
        {name}
      </dt>
      <dd>
        <span>{value}</span>
        <Button
          look="minimal"
          small
          icon={<Plus size={12} />}
          aria-label={`Only ${name} ${value}`}
          onClick={() => filter(1)}
        />
        <Button
          look="minimal"
          small
          icon={<Minus size={12} />}
          aria-label={`Without ${name} ${value}`}
          onClick={() => filter(-1)}
        />
        <CopyButton text={value} label={`Copy ${name}`} />
      </dd>
    </div>
  )
}

function LineDetail({ line }: Pick<LogEntryProps, 'line'>) {
  const params = useQueryParams()
  return (
    <div className="log-entry-detail">
      <pre>
        <LogText text={line.message} searchText="" />
      </pre>
      <dl>
        {Object.entries(line.labels).map(([name, value]) => (
          <Field key={name} name={name} value={value} />
        ))}
      </dl>
      <p className="log-entry-ways">
        {line.timestamp === '' ? null : (
          <>
            <CopyButton text={lineAddress(line, params)}>Copy link to this line</CopyButton>
            <Link className="link" href={contextAddress(line, params)}>
              Show in context
            </Link>
          </>
        )}
        <CopyButton text={plainText(line.message)}>Copy message</CopyButton>
      </p>
    </div>
  )
}

export const LogEntry = memo(function LogEntry(props: LogEntryProps) {
  const { line, lineId, clock, searchText, columns, wraps, isLinked, isSelected, isOpen, onSelect, onOpen } = props
  const { timestamp, message, labels } = line
  const level = labels['level'] ?? ''
  const mark = marks[classifyLevel(level)]
  const time = timestamp === '' ? '–' : `${clock(Date.parse(timestamp))}.${timestamp.slice(20, 23)}`
  return (
    <div
      className="log-entry"
      data-linked={isLinked ? '' : undefined}
      data-selected={isSelected ? '' : undefined}
      data-wraps={wraps ? '' : undefined}
    >
      <input
        type="checkbox"
        aria-label={`Select line of ${time}`}
        checked={isSelected}
        onChange={() => undefined}
        onClick={(event) => onSelect(lineId, event.shiftKey)}
      />
      <details open={isOpen} onToggle={(event) => onOpen(lineId, event.currentTarget.open)}>
        <summary>
          <time className="tabular" dateTime={timestamp}>
            {time}
          </time>
          <span className="log-entry-level" data-level={mark}>
            {mark === undefined ? null : <StateMark state={mark} label="" />}
            {level.toUpperCase()}
          </span>
          {columns.map((name) => (
            <span key={name} className="log-entry-column cut" title={labels[name]}>
              {labels[name] ?? ''}
            </span>
          ))}
          <span className="log-entry-message">
            <LogText text={message} searchText={searchText} links={false} />
          </span>
        </summary>
        {isOpen ? <LineDetail line={line} /> : null}
      </details>
    </div>
  )
})
