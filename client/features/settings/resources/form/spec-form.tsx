import { Trash } from '@blueprintjs/icons'
import { useEffect, useId, useRef, useState } from 'react'
import { isMap } from '#shared/primitives/is-map.ts'
import { setInYaml, valueAt } from '#client/ui/editor/edit-yaml.ts'
import type { JsonSchema } from '#client/ui/editor/schema-fields.ts'
import type { SpecIssue } from '#client/ui/editor/spec-document.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import type { ResourceTable } from '#client/features/settings/resources/resource-kinds.ts'
import { EntryForm } from './entry-form.tsx'
import { scheduleSets } from './schedule-sets.ts'

import { schedulesOf, typesOf, type SpecType } from './spec-forms.ts'
import './spec-form.css'

interface SpecFormProps {
  readonly table: ResourceTable
  readonly text: string
  readonly value: unknown
  readonly schema: JsonSchema | undefined
  readonly issues: readonly SpecIssue[]
  /** How often somebody tried to save what is wrong. */
  readonly tries: number
  readonly disabled: boolean
  readonly onChange: (text: string) => void
}

interface Entry {
  readonly key: string
  readonly at: number
  readonly label: string
  readonly type: SpecType | undefined
}

const entriesOf = (table: ResourceTable, value: unknown): readonly Entry[] =>
  Object.entries(isMap(value) ? value : {}).flatMap(([key, list]) =>
    Array.isArray(list)
      ? list.map((entry: unknown, at) => {
          const name = isMap(entry) && typeof entry['name'] === 'string' ? entry['name'] : ''
          return { key, at, label: name || `${key} ${at + 1}`, type: typesOf(table).find((type) => type.key === key) }
        })
      : [],
  )

const isWithin = ({ path }: SpecIssue, { key, at }: Entry) => path[0] === key && path[1] === at

interface EntrySectionProps extends Pick<SpecFormProps, 'schema' | 'issues' | 'disabled'> {
  readonly entry: Entry
  readonly fields: Readonly<Record<string, unknown>>
  readonly isTried: boolean
  readonly onChange: (fields: Readonly<Record<string, unknown>>) => void
  readonly onRemove: () => void
}

/** One entry of a list in the spec; a kind without fields here is written as code. */
function EntrySection({ entry, fields, schema, issues, isTried, disabled, onChange, onRemove }: EntrySectionProps) {
  return (
    <section aria-label={entry.label}>
      <header className="spec-entry-head">
        <h3>
          {entry.label} <span className="tag">{entry.type?.label ?? entry.key}</span>
        </h3>
        <Button look="minimal" small icon={<Trash size={14} />} onClick={onRemove}>
          Remove
        </Button>
      </header>
      {entry.type?.fields === undefined ? (
        <p className="faint">{`Entries of ${entry.key} are written as code.`}</p>
      ) : (
        <EntryForm
          type={entry.type}
          entry={fields}
          schema={schema}
          isTried={isTried}
          disabled={disabled}
          problemOf={(name) => issues.find((issue) => isWithin(issue, entry) && issue.path[2] === name)?.message}
          onChange={onChange}
        />
      )}
    </section>
  )
}

/** The spec as a form: its schedule and one entry at a time. It writes the same text that the code shows. */
export function SpecForm({ table, text, value, schema, issues, tries, disabled, onChange }: SpecFormProps) {
  const entries = entriesOf(table, value)
  const [selected, setSelected] = useState(0)
  const body = useRef<HTMLDivElement>(null)
  const entry = entries[Math.min(selected, entries.length - 1)]
  const [seenTries, setSeenTries] = useState(tries)
  if (tries !== seenTries) {
    setSeenTries(tries)
    const wrong = entries.findIndex((each) => issues.some((issue) => isWithin(issue, each)))
    if (wrong >= 0) setSelected(wrong)
  }
  useEffect(() => {
    if (tries > 0) body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries])
  const formed = typesOf(table).filter(({ fields }) => fields !== undefined)
  const add = (key: string) => {
    const list = valueAt(value, [key])
    const length = Array.isArray(list) ? list.length : 0
    onChange(setInYaml(text, length === 0 ? [key] : [key, length], length === 0 ? [{ name: '' }] : { name: '' }))
    const next = entriesOf(table, { ...(isMap(value) ? value : {}), [key]: [...(Array.isArray(list) ? list : []), {}] })
    setSelected(next.findIndex((each) => each.key === key && each.at === length))
  }
  const remove = ({ key, at }: Entry) => {
    const list = valueAt(value, [key])
    onChange(setInYaml(text, Array.isArray(list) && list.length === 1 ? [key] : [key, at], undefined))
    setSelected(Math.max(0, selected - 1))
  }
  return (
    <div className="spec-form">
      <nav aria-label="Entries" className="spec-entries">
        {entries.map((each, index) => (
          <button
            key={`${each.key} ${each.at}`}
            type="button"
            aria-current={each === entry ? 'true' : undefined}
            onClick={() => setSelected(index)}
          >
            <span className="cut">{each.label}</span>
            <span className="faint">{each.key}</span>
            {tries > 0 && issues.some((issue) => isWithin(issue, each)) ? (
              <StateMark state="unhealthy" label="has something to correct" />
            ) : null}
          </button>
        ))}
        <OptionSelect
          aria-label="Add an entry"
          none="Add …"
          options={formed.flatMap(({ key, label }) => (key === null ? [] : [{ value: key, label }]))}
          value=""
          onChange={add}
        />
      </nav>
      <div ref={body} className="spec-fields">
        <ScheduleField table={table} text={text} value={value} disabled={disabled} onChange={onChange} />
        {entry === undefined ? (
          <p className="faint">Nothing is in this spec yet. Add an entry.</p>
        ) : (
          <EntrySection
            key={`${entry.key} ${entry.at}`}
            entry={entry}
            fields={entryAt(value, entry)}
            schema={schema}
            issues={issues}
            isTried={tries > 0}
            disabled={disabled}
            onChange={(fields) =>
              onChange(
                Object.entries(fields).reduce(
                  (changed, [name, next]) => setInYaml(changed, [entry.key, entry.at, name], next),
                  text,
                ),
              )
            }
            onRemove={() => remove(entry)}
          />
        )}
      </div>
    </div>
  )
}

const entryAt = (value: unknown, { key, at }: Entry): Readonly<Record<string, unknown>> => {
  const entry = valueAt(value, [key, at])
  return isMap(entry) ? entry : {}
}

function ScheduleField({
  table,
  text,
  value,
  disabled,
  onChange,
}: Pick<SpecFormProps, 'table' | 'text' | 'value' | 'disabled' | 'onChange'>) {
  const listId = useId()
  const schedule = valueAt(value, ['schedule'])
  return (
    <Field label="Schedule" help="@every 30s, @hourly, or a cron line">
      {({ id, describedBy }) => (
        <>
          <input
            id={id}
            className="bp6-input"
            list={listId}
            autoComplete="off"
            disabled={disabled}
            aria-describedby={describedBy}
            value={typeof schedule === 'string' ? schedule : ''}
            onChange={({ currentTarget }) => onChange(setInYaml(text, ['schedule'], currentTarget.value || undefined))}
          />
          <datalist id={listId}>
            {scheduleSets[schedulesOf(table)].map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
