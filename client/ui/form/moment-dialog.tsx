import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { describeMoment, readMoment, type TypingSettings } from '#shared/time-range/typed-moment.ts'
import { dayMs } from '#shared/primitives/time-units.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { resolveZone } from '#client/lib/time/format-time.ts'
import { Button } from '#client/ui/button.tsx'
import type { OfferedMoment } from './moment-picker.tsx'
import { TextField } from './text-field.tsx'

const usual: readonly OfferedMoment[] = [
  { name: '1 hour ago', text: 'now-1h' },
  { name: 'Last night, 03:00', text: '03:00' },
  { name: 'Yesterday at this time', text: 'now-1d' },
  { name: '7 days ago', text: 'now-7d' },
]

const none: readonly OfferedMoment[] = []

const readPast = (text: string, context: TypingSettings): Date | string => {
  const now = new Date(serverNow())
  const read = readMoment(text, 'from', { ...context, now })
  if (read.kind === 'unclear') return `${read.message} For example: ${read.example}`
  if (read.at <= now) return read.at
  const isClock = /^\s*\d{1,2}(:\d{2}){0,2}\s*([ap]m)?\s*$/i.test(text)
  return isClock ? new Date(read.at.getTime() - dayMs) : 'The time is in the future. For example: yesterday 14:00'
}

const createSchema = (context: TypingSettings) =>
  z.object({ at: z.string() }).transform(({ at }, form) => {
    const read = readPast(at, context)
    if (typeof read !== 'string') return read.toISOString()
    form.addIssue({ code: 'custom', message: read, path: ['at'] })
    return z.NEVER
  })

interface MomentDialogProps {
  readonly label: string
  readonly offered?: readonly OfferedMoment[]
  readonly hasNow?: boolean
  readonly onChoose: (at: string) => void
}

export function MomentDialog({ label, offered = none, hasNow = false, onChoose }: MomentDialogProps) {
  const timeZone = resolveZone(usePreferences((preferences) => preferences.timeZone))
  const context: TypingSettings = { timeZone, lean: 'past' }
  const form = useForm({
    resolver: zodResolver(createSchema(context)),
    defaultValues: { at: '' },
    mode: 'onTouched',
    // The library would focus again one tick later and steal the focus after Tab.
    shouldFocusError: false,
  })
  const { at = '' } = useWatch({ control: form.control })
  useEffect(() => form.setFocus('at'), [form])
  const read = at.trim() === '' ? '' : readPast(at, context)
  const offers = [...usual, ...offered].flatMap(({ name, text }) => {
    const moment = readPast(text, context)
    return typeof moment === 'string' ? [] : [{ name, at: text.includes('T') ? text : moment.toISOString(), moment }]
  })
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => void form.handleSubmit(onChoose, ({ at: field }) => field?.ref?.focus?.())(event)}
      >
        <TextField
          control={form.control}
          name="at"
          label="Time"
          placeholder="yesterday 14:00"
          help={
            read instanceof Date ? `${describeMoment(read, timeZone)}, ${timeZone}` : 'For example: 03:00 or now-2h'
          }
          spellCheck={false}
        />
        <Button type="submit" look="primary" disabled={at.trim() === ''}>
          {label}
        </Button>
      </form>
      <ul aria-label="Common times">
        {hasNow ? (
          <li>
            <button type="button" className="moment-offer" onClick={() => onChoose('now')}>
              Now
            </button>
          </li>
        ) : null}
        {offers.map(({ name, at: chosen, moment }) => (
          <li key={name}>
            <button type="button" className="moment-offer" onClick={() => onChoose(chosen)}>
              {name} <span className="faint tabular">{describeMoment(moment, timeZone)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
