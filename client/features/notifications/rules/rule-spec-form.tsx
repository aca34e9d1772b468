import { TextArea } from '@blueprintjs/core'
import { useEffect, useRef, useState } from 'react'
import { toText } from '#shared/primitives/to-text.ts'
import { valueAt } from '#shared/primitives/value-at.ts'
import type { SpecView } from '#client/domain/resources/spec-view.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { setInYaml } from '#client/ui/editor/edit-yaml.ts'
import { Field } from '#client/ui/form/field.tsx'
import { Segmented } from '#client/ui/form/segmented.tsx'
import { RecipientChoice } from './recipient-choice.tsx'
import { RuleEvents } from './rule-events.tsx'
import { listIn, listText, nanosText, nanosTyped } from './rule-spec-values.ts'
import { recipientIn, withoutRecipient, withRecipient, type RecipientKind } from './rule-recipient.ts'
import '#client/features/notifications/notifications.css'

const kindOptions = (): readonly { readonly value: RecipientKind; readonly label: string }[] => [
  { value: 'connection', label: 'Connection' },
  { value: 'url', label: 'Address' },
  { value: 'person', label: 'Person' },
  { value: 'team', label: 'Team' },
  ...(hasOwnBackend() ? [{ value: 'onCall', label: 'On call' } as const] : []),
  { value: 'playbook', label: 'Playbook' },
]

const findErrorAt = ({ issues, tries }: SpecView, ...keys: readonly string[]): string | undefined =>
  tries === 0 ? undefined : issues.find(({ path }) => keys.includes(String(path[0])))?.message

const set = ({ text, onChange }: SpecView, key: string, value: unknown): void =>
  onChange(setInYaml(text, [key], value, 0))

interface LineProps {
  readonly view: SpecView
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly help?: string
  readonly placeholder?: string
  readonly className?: string
  readonly rows?: number
  readonly onChange: (text: string) => void
}

/** Keeps the typed text while it is edited, even when its value is formatted differently. */
function Line({ view, label, value, error, help, placeholder, className = '', rows, onChange }: LineProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const change = (next: string) => {
    setTyped(next)
    onChange(next)
  }
  return (
    <Field label={label} help={help} error={error}>
      {({ id, describedBy }) => {
        const common = {
          id,
          placeholder,
          disabled: view.disabled,
          spellCheck: false,
          value: typed ?? value,
          'aria-describedby': describedBy,
          'aria-invalid': error !== undefined,
          onBlur: () => setTyped(null),
        }
        return rows === undefined ? (
          <input
            {...common}
            className={`bp6-input ${className}`}
            autoComplete="off"
            onChange={({ currentTarget }) => change(currentTarget.value)}
          />
        ) : (
          <TextArea
            {...common}
            fill
            rows={rows}
            className={className}
            onChange={({ currentTarget }) => change(currentTarget.value)}
          />
        )
      }}
    </Field>
  )
}

interface TextProps extends Omit<LineProps, 'value' | 'error' | 'onChange'> {
  readonly name: string
}

function Text({ name, view, ...line }: TextProps) {
  const value = valueAt(view.value, [name])
  return (
    <Line
      {...line}
      view={view}
      value={toText(value)}
      error={findErrorAt(view, name)}
      onChange={(next) => set(view, name, next === '' ? undefined : next)}
    />
  )
}

function RecipientFields({ view }: { readonly view: SpecView }) {
  const current = recipientIn(view.value)
  const [picked, setPicked] = useState<RecipientKind | null>(null)
  const kind = current.to === '' ? (picked ?? current.kind) : current.kind
  const to = current.kind === kind ? current.to : ''
  const error = findErrorAt(view, 'to', 'custom_services')
  const setRecipient = (next: string) => {
    setPicked(kind)
    view.onChange(withRecipient(view.text, view.value, kind, next))
  }
  return (
    <>
      <Field label="Recipient">
        {() => (
          <Segmented
            label="Recipient"
            value={kind}
            options={kindOptions()}
            onChange={(next) => {
              if (view.disabled || next === kind) return
              setPicked(next)
              view.onChange(withoutRecipient(view.text, view.value))
            }}
          />
        )}
      </Field>
      {kind === 'url' ? (
        <Line
          key={kind}
          view={view}
          label="Address"
          className="mono"
          placeholder="https://hooks.example.org/…"
          help="A webhook, or a service by its scheme: slack://token@channel"
          value={to}
          error={error}
          onChange={setRecipient}
        />
      ) : (
        <RecipientChoice kind={kind} to={to} error={error} disabled={view.disabled} onChange={setRecipient} />
      )}
    </>
  )
}

const times = [
  { name: 'wait_for', label: 'Wait for', placeholder: '1m', help: 'Sent only if the state lasts this long' },
  {
    name: 'wait_for_eval_period',
    label: 'Evaluation period',
    placeholder: '30s',
    help: 'Sent only if the state then persists this long',
  },
] as const

function Times({ view }: { readonly view: SpecView }) {
  return (
    <div className="rule-times">
      <Text
        view={view}
        name="repeat_interval"
        label="Repeat interval"
        placeholder="4h"
        help="Minimum time between identical messages"
      />
      {times.map(({ name, ...field }) => (
        <Line
          key={name}
          {...field}
          view={view}
          value={nanosText(valueAt(view.value, [name]))}
          error={findErrorAt(view, name)}
          onChange={(next) => set(view, name, nanosTyped(next))}
        />
      ))}
    </div>
  )
}

export function RuleSpecForm(view: SpecView) {
  const { tries } = view
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries])
  return (
    <div ref={form} className="notification-fields">
      <RuleEvents
        chosen={listIn(view.value, 'events')}
        error={findErrorAt(view, 'events')}
        disabled={view.disabled}
        onChange={(events) => set(view, 'events', events)}
      />
      <Text
        view={view}
        name="filter"
        label="Filter"
        className="mono"
        placeholder={'check.type == "http" && labels.env == "production"'}
        help="CEL over check, canary, config, component, labels and tags; empty matches every event"
      />
      <RecipientFields view={view} />
      <Times view={view} />
      <Line
        view={view}
        label="Group by"
        className="mono"
        placeholder="type, label:app"
        help="One message for all events with the same values"
        value={listIn(view.value, 'group_by').join(', ')}
        error={findErrorAt(view, 'group_by')}
        onChange={(next) => set(view, 'group_by', listText(next))}
      />
      <Text
        view={view}
        name="title"
        label="Title"
        placeholder="{{.name}} fails"
        help="A Go template; empty for the default title"
      />
      <Text
        view={view}
        name="template"
        label="Message"
        className="mono"
        rows={4}
        help="A Go template over the same values, event and permalink; empty for the default message"
      />
    </div>
  )
}
