import { ChevronDown, Time } from '@blueprintjs/icons'
import { useState } from 'react'
import { z } from 'zod'
import { mappedNames } from '#shared/time-range/mapped-ranges.ts'
import { futureRanges, pastRanges } from '#shared/time-range/relative-ranges.ts'
import { relativeRange, type TimeRange } from '#shared/time-range/time-range.ts'
import { readZonedInput, writeZonedInput } from '#shared/time-range/zoned-time.ts'
import { formatTime, resolveZone } from '#client/lib/time/format-time.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { useDraft } from '#client/lib/drafts/use-draft.ts'
import { rememberRange, useRecentRanges, type RecentRange } from '#client/lib/time/recent-ranges.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from './field.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'
import './time-range-picker.css'

interface TimeRangePickerProps {
  readonly range: TimeRange
  readonly onChange: (range: TimeRange) => void
  /** Shows a Clear button beside the range. */
  readonly onClear?: (() => void) | undefined
  /** Ranges that end in the future, and may never end. */
  readonly future?: boolean
}

const describeSpan = ({ from, to }: RecentRange, timeZone: string): string => {
  const [start, end] = [from, to].map((at) => formatTime(new Date(at), 'medium', timeZone, new Date()))
  const day = start?.slice(0, -6)
  return `${start} to ${end?.startsWith(day ?? '') ? end.slice(-5) : end}`
}

const absoluteRange = (span: RecentRange, timeZone: string): TimeRange => ({
  type: 'absolute',
  display: describeSpan(span, timeZone),
  ...span,
})

/** A span half typed outlives the popover, and the page. */
const customDraft = { key: 'time range', version: 1, schema: z.object({ from: z.string(), to: z.string() }) }

function CustomRange({ range, onChange }: Pick<TimeRangePickerProps, 'range' | 'onChange'>) {
  const timeZone = resolveZone(usePreferences((preferences) => preferences.timeZone))
  const recent = useRecentRanges((state) => state.ranges)
  const shown = (at: string) => (range.type === 'absolute' ? writeZonedInput(new Date(at), timeZone) : '')
  const typed = useDraft(customDraft, {
    from: range.type === 'absolute' ? shown(range.from) : '',
    to: range.type === 'absolute' ? shown(range.to) : '',
  })
  const { from, to } = typed.value
  const start = readZonedInput(from, timeZone)
  const end = readZonedInput(to, timeZone)
  const isReversed = start !== null && end !== null && start >= end
  const apply = (span: RecentRange) => {
    typed.clear()
    rememberRange(span)
    onChange(absoluteRange(span, timeZone))
  }
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (start && end && !isReversed) apply({ from: start.toISOString(), to: end.toISOString() })
  }
  return (
    <form className="time-range-custom" onSubmit={submit}>
      <Field label="From">
        {({ id }) => (
          <input
            id={id}
            className="bp6-input"
            type="datetime-local"
            value={from}
            onChange={(event) => typed.change({ from: event.currentTarget.value, to })}
          />
        )}
      </Field>
      <Field label="To" help={`Time zone: ${timeZone}`} {...(isReversed && { error: 'To must be later than From' })}>
        {({ id, describedBy }) => (
          <input
            id={id}
            aria-describedby={describedBy}
            className="bp6-input"
            type="datetime-local"
            value={to}
            onChange={(event) => typed.change({ from, to: event.currentTarget.value })}
          />
        )}
      </Field>
      <Button type="submit" look="primary" disabled={start === null || end === null || isReversed}>
        Submit
      </Button>
      {recent.length === 0 ? null : (
        <div>
          <h3>Recently used</h3>
          <ul>
            {recent.map((span) => (
              <li key={`${span.from} ${span.to}`}>
                <button type="button" className="time-range-choice tabular" onClick={() => apply(span)}>
                  {describeSpan(span, timeZone)}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </form>
  )
}

interface ChoicesProps {
  readonly title: string
  readonly choices: readonly TimeRange[]
  readonly current: TimeRange
  readonly onChange: (range: TimeRange) => void
}

function Choices({ title, choices, current, onChange }: ChoicesProps) {
  const isCurrent = (choice: TimeRange) => choice.type === current.type && choice.display === current.display
  return (
    <section className="time-range-choices">
      <h3>{title}</h3>
      <ul>
        {choices.map((choice) => (
          <li key={choice.display}>
            <button
              type="button"
              className="time-range-choice"
              aria-pressed={isCurrent(choice)}
              onClick={() => onChange(choice)}
            >
              {choice.display}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const past = pastRanges.map(({ range }) => relativeRange(range))
const ahead = futureRanges.map(({ display, range }): TimeRange => ({ type: 'relative', display, range }))
const mapped = mappedNames.map((display): TimeRange => ({ type: 'mapped', display }))

/** Chooses a range of time: from and to, a length until now, or a part of the calendar. */
export function TimeRangePicker({ range, onChange, onClear, future = false }: TimeRangePickerProps) {
  const [open, setOpen] = useState(false)
  const choose = (chosen: TimeRange) => {
    setOpen(false)
    onChange(chosen)
  }
  const content = (
    <div className="time-range">
      <CustomRange range={range} onChange={choose} />
      <Choices title="Relative" choices={future ? ahead : past} current={range} onChange={choose} />
      {future ? null : <Choices title="Mapped" choices={mapped} current={range} onChange={choose} />}
    </div>
  )
  const isLength = range.type === 'relative' && !future
  return (
    <>
      <Popover kind="dialog" isOpen={open} onInteraction={setOpen} content={content}>
        <Button
          icon={<Time size={14} />}
          endIcon={<ChevronDown size={12} />}
          aria-label={`Time range: ${isLength ? 'Last ' : ''}${range.display}`}
        >
          {isLength ? <span className="faint">Last </span> : null}
          {range.display}
        </Button>
      </Popover>
      {onClear && (
        <Button look="minimal" onClick={onClear}>
          Clear
        </Button>
      )}
    </>
  )
}
