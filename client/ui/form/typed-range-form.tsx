import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import {
  describeMoment,
  readMoment,
  typedMoment,
  type RangeEdge,
  type TypingSettings,
} from '#shared/time-range/typed-moment.ts'
import { isComplete, typedRangeSchema, typedRangeTexts, type TypedRange } from '#shared/time-range/typed-range.ts'
import { relativeRange, type TimeRange } from '#shared/time-range/time-range.ts'
import { minuteMs } from '#shared/primitives/time-units.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { isPhoneWidth } from '#client/lib/browser/use-window-width.ts'
import { useNow } from '#client/lib/time/clock.ts'
import { absoluteRange, nameSpan } from '#client/lib/time/describe-range.ts'
import { resolveZone } from '#client/lib/time/format-time.ts'
import { rememberRange, useRecentRanges, type RecentRange } from '#client/lib/time/recent-ranges.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from './text-field.tsx'
import { useDraftedForm } from './use-drafted-form.ts'

interface TypedRangeFormProps {
  readonly range: TimeRange
  readonly future: boolean
  readonly onChange: (range: TimeRange) => void
}

export const typedRangeDraft = { key: 'time range', version: 1, schema: typedRangeTexts }

const clock = () => new Date()
const examples = { from: 'For example: monday 9:30 or now-2h', to: 'For example: now, 18:30 or 22 Nov' }

export function TypedRangeForm({ range, future, onChange }: TypedRangeFormProps) {
  const timeZone = resolveZone(usePreferences((preferences) => preferences.timeZone))
  const recent = useRecentRanges((state) => state.ranges)
  const nowMs = useNow(minuteMs)
  const context: TypingSettings = { timeZone, lean: future ? 'future' : 'past' }
  const shown = (at: string) => typedMoment(new Date(at), timeZone)
  const { form } = useDraftedForm({
    schema: typedRangeSchema(context, clock),
    initial: range.type === 'absolute' ? { from: shown(range.from), to: shown(range.to) } : { from: '', to: '' },
    draft: typedRangeDraft,
    mode: 'onTouched',
  })
  useEffect(() => {
    // On a phone the on-screen keyboard would cover the lists.
    if (!isPhoneWidth()) form.setFocus('from', { shouldSelect: true })
  }, [form])
  const { from = '', to = '' } = useWatch({ control: form.control })
  const texts = { from, to }

  const choose = (span: RecentRange) => {
    rememberRange(span)
    onChange(absoluteRange(span, timeZone))
  }
  const apply = (typed: TypedRange) => {
    if (typed.kind === 'length') onChange(relativeRange(typed.range))
    if (typed.kind === 'moments') choose({ from: typed.from.toISOString(), to: typed.to.toISOString() })
  }
  const meaning = (edge: RangeEdge) => {
    const now = new Date(Math.floor(nowMs / minuteMs) * minuteMs)
    const moment = readMoment(texts[edge], edge, { ...context, now })
    return moment.kind === 'moment' ? `${describeMoment(moment.at, timeZone)}, ${timeZone}` : examples[edge]
  }
  return (
    <div className="time-range-typed">
      <form noValidate onSubmit={(event) => void form.handleSubmit(apply)(event)}>
        <TextField
          control={form.control}
          name="from"
          label="From"
          placeholder="yesterday 14:00"
          help={meaning('from')}
          deps="to"
          spellCheck={false}
        />
        <TextField
          control={form.control}
          name="to"
          label="To"
          placeholder="now, or a date"
          help={meaning('to')}
          spellCheck={false}
        />
        <p className="time-range-zone">Time zone: {timeZone}</p>
        <Button type="submit" look="primary" disabled={!isComplete(texts)}>
          Submit
        </Button>
      </form>
      {recent.length === 0 ? null : (
        <section aria-label="Recently used">
          <h3>Recently used</h3>
          <ul>
            {recent.map((span) => (
              <li key={`${span.from} ${span.to}`}>
                <button type="button" className="time-range-choice tabular" onClick={() => choose(span)}>
                  {nameSpan(span, timeZone)}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
