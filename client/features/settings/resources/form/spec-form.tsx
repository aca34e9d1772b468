import { Plus, Trash } from '@blueprintjs/icons'
import { useEffect, useId, useRef, useState } from 'react'
import { toText } from '#shared/primitives/to-text.ts'
import { valueAt } from '#shared/primitives/value-at.ts'
import { setInYaml, type YamlPath } from '#client/ui/editor/edit-yaml.ts'
import type { JsonSchema } from '#client/ui/editor/schema-fields.ts'
import { readSpec, type SpecError } from '#client/ui/editor/spec-document.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import type { EditedTable } from '#client/features/settings/resources/edited-kinds.ts'
import { EntryForm } from './entry-form.tsx'
import { RetentionFields } from './retention-fields.tsx'
import { scheduleSets } from './schedule-sets.ts'

import { listEntries, entryAt, isAt, isIssueIn, type SpecEntry } from './spec-entries.ts'
import { getScheduleSet, listSpecTypes, toFieldPath } from './spec-forms.ts'
import './spec-form.css'

interface SpecFormProps {
  readonly table: EditedTable
  readonly text: string
  readonly value: unknown
  readonly schema: JsonSchema | undefined
  readonly issues: readonly SpecError[]
  readonly tries: number
  readonly disabled: boolean
  readonly onChange: (text: string) => void
}

interface EntrySectionProps extends Pick<SpecFormProps, 'schema' | 'issues'> {
  readonly entry: SpecEntry
  readonly fields: Readonly<Record<string, unknown>>
  readonly isSubmitted: boolean
  readonly onChange: (fields: Readonly<Record<string, unknown>>) => void
  readonly onRemove: () => void
  readonly onAdd: (() => void) | null
}

/** An error of a map is shown at its fields, an error in a value at the field of the value. */
const isAtField = (path: readonly PropertyKey[], name: string): boolean => {
  const field = toFieldPath(name)
  const length = Math.min(path.length, field.length)
  return length > 0 && isAt(path.slice(0, length), field.slice(0, length))
}

function EntrySection({ entry, fields, ...form }: EntrySectionProps) {
  const { schema, issues, isSubmitted, onChange, onRemove, onAdd } = form
  return (
    <section aria-label={entry.label}>
      <header className="spec-entry-head">
        <h3>
          {entry.label} <span className="tag">{entry.type?.label ?? entry.key}</span>
        </h3>
        <span>
          {onAdd === null ? null : (
            <Button look="minimal" small icon={<Plus size={14} />} onClick={onAdd}>
              Add child
            </Button>
          )}
          <Button look="minimal" small icon={<Trash size={14} />} onClick={onRemove}>
            Remove
          </Button>
        </span>
      </header>
      {entry.type?.fields === undefined ? (
        <p className="faint">{`Entries of ${entry.key} can be edited only as code.`}</p>
      ) : (
        <EntryForm
          type={entry.type}
          entry={fields}
          schema={schema}
          isSubmitted={isSubmitted}
          findError={(name) =>
            issues.find((issue) => isIssueIn(issue, entry) && isAtField(issue.path.slice(entry.path.length), name))
              ?.message
          }
          onChange={onChange}
        />
      )}
    </section>
  )
}

interface EntryListProps extends Pick<SpecFormProps, 'table' | 'disabled'> {
  readonly entries: readonly SpecEntry[]
  readonly selected: SpecEntry | undefined
  readonly hasErrors: (entry: SpecEntry) => boolean
  readonly onSelect: (index: number) => void
  readonly onAdd: (key: string) => void
}

function EntryList({ table, disabled, entries, selected, hasErrors, onSelect, onAdd }: EntryListProps) {
  const formed = listSpecTypes(table).filter(({ fields }) => fields !== undefined)
  return (
    <nav aria-label="Entries" className="spec-entries">
      {entries.map((each, index) => (
        <button
          key={each.path.join(' ')}
          type="button"
          style={{ paddingLeft: `${0.5 + each.depth * 0.75}rem` }}
          aria-current={each === selected ? 'true' : undefined}
          onClick={() => onSelect(index)}
        >
          <span className="cut">{each.label}</span>
          <span className="faint">{each.key}</span>
          {hasErrors(each) ? <StateMark state="unhealthy" label="has errors" /> : null}
        </button>
      ))}
      <OptionSelect
        aria-label="Add entry"
        none="Add …"
        disabled={disabled}
        options={formed.flatMap(({ key, label }) => (key === null ? [] : [{ value: key, label }]))}
        value=""
        onChange={onAdd}
      />
    </nav>
  )
}

/** Edits the same text as the code view, so comments and unknown fields stay. */
export function SpecForm({ table, text, value, schema, issues, tries, disabled, onChange }: SpecFormProps) {
  const entries = listEntries(table, value)
  const [selected, setSelected] = useState(0)
  const body = useRef<HTMLFieldSetElement>(null)
  const entry = entries[Math.min(selected, entries.length - 1)]
  const [seenTries, setSeenTries] = useState(tries)
  if (tries !== seenTries) {
    setSeenTries(tries)
    const firstInvalid = entries.findIndex((each) => issues.some((issue) => isIssueIn(issue, each)))
    if (firstInvalid >= 0) setSelected(firstInvalid)
  }
  useEffect(() => {
    if (tries > 0) body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries])
  const add = (key: string, within: YamlPath = []) => {
    const list = valueAt(value, [...within, key])
    const length = Array.isArray(list) ? list.length : 0
    const path = [...within, key, length]
    const next = setInYaml(text, length === 0 ? path.slice(0, -1) : path, length === 0 ? [{ name: '' }] : { name: '' })
    onChange(next)
    setSelected(listEntries(table, readSpec(next).value).findIndex((each) => isAt(each.path, path)))
  }
  const remove = ({ path }: SpecEntry) => {
    const list = valueAt(value, path.slice(0, -1))
    onChange(setInYaml(text, Array.isArray(list) && list.length === 1 ? path.slice(0, -1) : path, undefined))
    setSelected(Math.max(0, selected - 1))
  }
  return (
    <div className="spec-form">
      <EntryList
        table={table}
        disabled={disabled}
        entries={entries}
        selected={entry}
        hasErrors={(each) => tries > 0 && issues.some((issue) => isIssueIn(issue, each))}
        onSelect={setSelected}
        onAdd={add}
      />
      <fieldset ref={body} className="spec-fields" disabled={disabled}>
        <ScheduleField table={table} text={text} value={value} onChange={onChange} />
        {entry === undefined ? (
          <p className="faint">This spec has no entries yet.</p>
        ) : (
          <EntrySection
            key={entry.path.join(' ')}
            entry={entry}
            fields={entryAt(value, entry)}
            schema={schema}
            issues={issues}
            isSubmitted={tries > 0}
            onChange={(fields) =>
              onChange(
                Object.entries(fields).reduce(
                  (changed, [name, next]) =>
                    setInYaml(changed, [...entry.path, ...toFieldPath(name)], next, entry.path.length),
                  text,
                ),
              )
            }
            onRemove={() => remove(entry)}
            onAdd={entry.type?.isNested === true ? () => add(entry.key, entry.path) : null}
          />
        )}
        {table === 'config_scrapers' ? (
          <RetentionFields
            value={valueAt(value, ['retention'])}
            findError={(path) => issues.find((issue) => isAt(issue.path, ['retention', ...path]))?.message}
            onChange={(path, next) => onChange(setInYaml(text, ['retention', ...path], next, 0))}
          />
        ) : null}
      </fieldset>
    </div>
  )
}

function ScheduleField({ table, text, value, onChange }: Pick<SpecFormProps, 'table' | 'text' | 'value' | 'onChange'>) {
  const listId = useId()
  const schedule = valueAt(value, ['schedule'])
  return (
    <Field label="Schedule" help="@every 30s, @hourly, or a cron expression">
      {({ id, describedBy }) => (
        <>
          <input
            id={id}
            className="bp6-input"
            list={listId}
            autoComplete="off"
            aria-describedby={describedBy}
            value={toText(schedule)}
            onChange={({ currentTarget }) => onChange(setInYaml(text, ['schedule'], currentTarget.value || undefined))}
          />
          <datalist id={listId}>
            {scheduleSets[getScheduleSet(table)].map((each) => (
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
