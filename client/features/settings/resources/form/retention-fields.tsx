import { Cross, Plus } from '@blueprintjs/icons'
import { useState } from 'react'
import { isMap } from '#shared/primitives/is-map.ts'
import type { YamlPath } from '#client/ui/editor/edit-yaml.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/form/field.tsx'

interface RetentionFieldsProps {
  readonly value: unknown
  readonly findError: (path: YamlPath) => string | undefined
  readonly onChange: (path: YamlPath, value: unknown) => void
}

interface RetentionColumn {
  readonly name: string
  readonly label: string
  readonly isNumber?: boolean
}

const lists = [
  {
    key: 'changes',
    label: 'Change retention',
    noun: 'change rule',
    columns: [
      { name: 'name', label: 'Change type' },
      { name: 'age', label: 'Maximum age' },
      { name: 'count', label: 'Maximum count', isNumber: true },
    ],
  },
  {
    key: 'types',
    label: 'Item retention',
    noun: 'item rule',
    columns: [
      { name: 'name', label: 'Item type' },
      { name: 'createdAge', label: 'Since created' },
      { name: 'updatedAge', label: 'Since updated' },
      { name: 'deletedAge', label: 'Since deleted' },
    ],
  },
] as const satisfies readonly { key: string; label: string; noun: string; columns: readonly RetentionColumn[] }[]

const toText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const parseValue = ({ isNumber }: RetentionColumn, typed: string): unknown => {
  if (typed === '') return undefined
  return isNumber === true && /^\d+$/.test(typed) ? Number(typed) : typed
}

export function RetentionFields({ value, findError, onChange }: RetentionFieldsProps) {
  const retention = isMap(value) ? value : {}
  const stale = retention['staleItemAge']
  const [isOpen] = useState(Object.keys(retention).length > 0)
  return (
    <details className="spec-retention" open={isOpen}>
      <summary>Retention</summary>
      <Field
        label="Keep items missing at the source for"
        help="A duration such as 12h, or keep. If empty, they are deleted at the end of a run without errors"
        error={findError(['staleItemAge'])}
      >
        {({ id, describedBy }) => (
          <input
            id={id}
            className="bp6-input"
            autoComplete="off"
            aria-describedby={describedBy}
            value={toText(stale)}
            onChange={({ currentTarget }) => onChange(['staleItemAge'], currentTarget.value || undefined)}
          />
        )}
      </Field>
      {lists.map(({ key, label, noun, columns }) => {
        const storedRules = retention[key]
        const rules: readonly unknown[] = Array.isArray(storedRules) ? storedRules : []
        return (
          <fieldset key={key} className="spec-rules">
            <legend>{label}</legend>
            {rules.map((rule, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- Rules have no id, so the index identifies them
              <div key={at} className="spec-source">
                {columns.map((column) => (
                  <input
                    key={column.name}
                    className="bp6-input"
                    autoComplete="off"
                    placeholder={column.label}
                    aria-label={`${label} ${at + 1}: ${column.label.toLowerCase()}`}
                    aria-invalid={findError([key, at, column.name]) !== undefined}
                    title={findError([key, at, column.name])}
                    value={toText(isMap(rule) ? rule[column.name] : undefined)}
                    onChange={({ currentTarget }) =>
                      onChange([key, at, column.name], parseValue(column, currentTarget.value))
                    }
                  />
                ))}
                <Button
                  look="minimal"
                  small
                  icon={<Cross size={12} />}
                  aria-label={`Remove ${noun} ${at + 1}`}
                  onClick={() => onChange(rules.length === 1 ? [key] : [key, at], undefined)}
                />
              </div>
            ))}
            <Button
              look="minimal"
              small
              icon={<Plus size={12} />}
              onClick={() =>
                onChange(
                  rules.length === 0 ? [key] : [key, rules.length],
                  rules.length === 0 ? [{ name: '' }] : { name: '' },
                )
              }
            >
              {`Add ${noun}`}
            </Button>
          </fieldset>
        )
      })}
    </details>
  )
}
