import { ColumnLayout } from '@blueprintjs/icons'
import type { FieldCounts } from '#shared/logs/log-routes.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { changeQuery } from '#client/lib/address/query-state.ts'
import { Button } from '#client/ui/button.tsx'
import { TriState } from '#client/ui/form/tri-state.tsx'
import { clearFilters, setFieldFilter, toggleColumn, type FieldFilters } from './use-requested-lines.ts'

interface LogFieldsProps {
  readonly fields: readonly FieldCounts[]
  readonly filters: FieldFilters
  readonly columns: readonly string[]
  readonly isOpen: boolean
}

interface Offered {
  readonly name: string
  readonly values: readonly { readonly value: string; readonly count: number | undefined }[]
  readonly more: number
}

const listOffered = (fields: readonly FieldCounts[], filters: FieldFilters): readonly Offered[] => {
  const names = [...new Set([...fields.map(({ name }) => name), ...filters.keys()])]
  return names.map((name) => {
    const field = fields.find((each) => each.name === name)
    const counts = new Map(field?.values.map(({ value, count }) => [value, count]))
    const chosen = [...(filters.get(name)?.keys() ?? [])].filter((value) => !counts.has(value))
    const values = [...counts.keys(), ...chosen].map((value) => ({ value, count: counts.get(value) }))
    return { name, values, more: field?.more ?? 0 }
  })
}

export function LogFields({ fields, filters, columns, isOpen }: LogFieldsProps) {
  const set = [...filters.values()].reduce((sum, filter) => sum + filter.size, 0)
  return (
    <details className="log-fields" open={isOpen}>
      <summary>
        <b>Fields</b>
        {set === 0 ? null : <span className="dim">{set} set</span>}
      </summary>
      {set === 0 ? null : (
        <Button look="minimal" small onClick={() => changeQuery(clearFilters)}>
          Clear text and fields
        </Button>
      )}
      {listOffered(fields, filters).map(({ name, values, more }) => (
        <fieldset key={name} aria-label={name}>
          <legend>
            <span className="cut" title={name}>
              {name}
            </span>
            <Button
              look="minimal"
              small
              icon={<ColumnLayout size={12} />}
              active={columns.includes(name)}
              aria-pressed={columns.includes(name)}
              aria-label={`Column ${name}`}
              tooltip={columns.includes(name) ? 'Hide column' : 'Show as column'}
              onClick={() => toggleColumn(name)}
            />
          </legend>
          {values.map(({ value, count }) => (
            <TriState
              key={value}
              value={value}
              count={count}
              state={filters.get(name)?.get(value) ?? 0}
              onChange={(state) => setFieldFilter(name, value, state)}
            />
          ))}
          {more === 0 ? null : <p className="dim">{formatCount(more)} lines have other values</p>}
        </fieldset>
      ))}
    </details>
  )
}
