import { Cross, EyeOff, EyeOpen, Pin, Unpin } from '@blueprintjs/icons'
import { useMutation } from '@tanstack/react-query'
import { memo, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { LineGroup, TimelineLine } from '#shared/incidents/timeline.ts'
import { sameJson } from '#shared/primitives/same-json.ts'
import { CommentText } from '#client/features/incidents/incident/comments/comment-text.tsx'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { formatSpan } from '#client/lib/time/format-span.ts'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { MomentPicker } from '#client/ui/form/moment-picker.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { toLineHref } from './line-link.ts'
import { markLine, type LineChange } from './timeline-api.ts'

const kindNames: Readonly<Record<LineGroup, string>> = {
  checks: 'Check',
  changes: 'Change',
  runs: 'Run',
  notifications: 'Notification',
  people: 'People',
}

interface LineProps {
  readonly incidentId: string
  readonly line: TimelineLine
  readonly openedAt: string | null
  readonly canWrite: boolean
  readonly isSelected: boolean
  readonly onSelect: (lineId: string) => void
}

const sinceOpening = (at: string, openedAt: string | null) => {
  if (openedAt === null) return ''
  const ms = Date.parse(at) - Date.parse(openedAt)
  return `${ms < 0 ? '−' : '+'}${formatSpan(Math.abs(ms))}`
}

function LineActions({ incidentId, line }: Pick<LineProps, 'incidentId' | 'line'>) {
  const { mutate, isPending } = useMutation({
    mutationFn: (change: LineChange) => markLine(incidentId, line.id, change),
    onError: (error) => showToast('error', `Entry not changed: ${error.message}`),
  })
  const change = (to: LineChange) => () => mutate(to)
  return (
    <span className="line-actions">
      <Button
        look="minimal"
        small
        busy={isPending}
        aria-label={line.isPinned ? 'Unpin' : 'Pin'}
        tooltip={line.isPinned ? 'Unpin' : 'Pin as a key event'}
        icon={line.isPinned ? <Unpin size={12} /> : <Pin size={12} />}
        onClick={change({ pinned: !line.isPinned })}
      />
      <MomentPicker label="Actual time of the event" onChoose={(at) => mutate({ at })}>
        Time
      </MomentPicker>
      {line.recordedAt === null ? null : (
        <Button
          look="minimal"
          small
          aria-label="Reset to the recorded time"
          tooltip="Reset to the recorded time"
          icon={<Cross size={12} />}
          onClick={change({ at: null })}
        />
      )}
      <Button
        look="minimal"
        small
        aria-label={line.isHidden ? 'Show' : 'Hide'}
        tooltip={line.isHidden ? 'Show for everyone' : 'Hide for everyone and from exports'}
        icon={line.isHidden ? <EyeOpen size={12} /> : <EyeOff size={12} />}
        onClick={change({ hidden: !line.isHidden })}
      />
    </span>
  )
}

export const WholeLine = memo(function WholeLine(props: LineProps) {
  const { incidentId, line, openedAt, canWrite, isSelected, onSelect } = props
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isSelected) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  const { clock } = useClockFormats()
  const { group, at, recordedAt, actor, text, body, went, isHidden, isPinned } = line
  const href = toLineHref(line)
  return (
    <li
      ref={item}
      className="whole-line"
      aria-current={isSelected || undefined}
      data-hidden={isHidden || undefined}
      data-pinned={isPinned || undefined}
    >
      <button type="button" className="tabular" onClick={() => onSelect(isSelected ? '' : line.id)}>
        <time dateTime={at} title={recordedAt === null ? at : `Recorded at ${clock(Date.parse(recordedAt))}`}>
          {clock(Date.parse(at))}
          {recordedAt === null ? '' : '*'}
        </time>
      </button>
      <span className="tabular dim line-since">{sinceOpening(at, openedAt)}</span>
      <span className="dim line-kind">{kindNames[group]}</span>
      <div className="line-text">
        {went === null ? null : <StateMark state={went === 'well' ? 'healthy' : 'unhealthy'} label="" />}
        {actor === null ? null : <b>{actor} </b>}
        {href === null ? (
          text
        ) : (
          <Link className="link" href={href}>
            {text}
          </Link>
        )}
        {body === null ? null : (
          <div className="incident-message">
            <CommentText text={body} />
          </div>
        )}
        {isPinned ? <span className="line-pin">pinned</span> : null}
      </div>
      {canWrite ? <LineActions incidentId={incidentId} line={line} /> : null}
    </li>
  )
}, sameJson)
