import { useState } from 'react'
import { eventsByKind } from '#shared/notifications/notification-values.ts'
import { Field } from '#client/ui/form/field.tsx'

interface RuleEventsProps {
  readonly chosen: readonly string[]
  readonly error: string | undefined
  readonly disabled: boolean
  readonly onChange: (events: readonly string[]) => void
}

const [firstEvent] = eventsByKind.check
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

const moveFocus = (event: React.KeyboardEvent<HTMLInputElement>) => {
  const boxes = [...(event.currentTarget.closest('fieldset')?.querySelectorAll('input') ?? [])]
  const at = boxes.indexOf(event.currentTarget)
  const targets: Readonly<Record<string, number>> = { Home: 0, End: boxes.length - 1 }
  const step = steps[event.key]
  const target = step === undefined ? targets[event.key] : (at + step + boxes.length) % boxes.length
  if (target === undefined) return
  event.preventDefault()
  boxes[target]?.focus()
}

/** One Tab stop: there are more than thirty events, and the filter comes after them. */
export function RuleEvents({ chosen, error, disabled, onChange }: RuleEventsProps) {
  const [focused, setFocused] = useState<string | null>(null)
  const tabStop =
    focused ??
    Object.values(eventsByKind)
      .flat()
      .find((event) => chosen.includes(event)) ??
    firstEvent
  return (
    <Field
      label="Events"
      error={error}
      labelEnd={
        <span className="rule-events-keys" aria-hidden="true">
          <kbd className="kbd">↑</kbd> <kbd className="kbd">↓</kbd> move <kbd className="kbd">Space</kbd> chooses
        </span>
      }
    >
      {({ describedBy }) => (
        <fieldset className="rule-events" aria-label="Events" aria-describedby={describedBy}>
          {Object.entries(eventsByKind).map(([kind, events]) => (
            <div key={kind} className="rule-events-kind">
              <span className="dim">{kind}</span>
              {events.map((event) => (
                <label key={event}>
                  <input
                    type="checkbox"
                    aria-label={event}
                    disabled={disabled}
                    tabIndex={event === tabStop ? 0 : -1}
                    {...(event === firstEvent && { 'aria-invalid': error !== undefined })}
                    checked={chosen.includes(event)}
                    onFocus={() => setFocused(event)}
                    onKeyDown={moveFocus}
                    onChange={({ currentTarget: { checked } }) =>
                      onChange(checked ? [...chosen, event] : chosen.filter((each) => each !== event))
                    }
                  />
                  {event.slice(kind.length + 1)}
                </label>
              ))}
            </div>
          ))}
        </fieldset>
      )}
    </Field>
  )
}
