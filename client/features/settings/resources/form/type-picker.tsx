import { useEffect, useRef, useState } from 'react'
import { useJsonSchema } from '#client/domain/resources/use-json-schema.ts'
import { startInFirstField } from '#client/lib/browser/focus-first-field.ts'
import { fieldsAt } from '#client/ui/editor/schema-fields.ts'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { schemaUrl, type EditedKind } from '#client/features/settings/resources/edited-kinds.ts'
import type { SpecType } from './spec-types.ts'
import './spec-form.css'

interface TypePickerProps {
  readonly kind: EditedKind
  readonly types: readonly SpecType[]
  readonly onPick: (label: string) => void
}

export function TypePicker({ kind, types, onPick }: TypePickerProps) {
  const { schema } = useJsonSchema(schemaUrl(kind))
  const [search, setSearch] = useState('')
  const section = useRef<HTMLElement>(null)
  useEffect(() => startInFirstField(section.current), [])
  const fields = schema === undefined ? [] : fieldsAt(schema, [])
  const text = search.trim().toLowerCase()
  const matching = types.filter(({ label, key }) => `${label}\n${key}`.toLowerCase().includes(text))
  const [first] = matching
  return (
    <section ref={section} aria-label="Type" className="type-picker">
      <h2>{`Choose the type of the new ${kind.noun}`}</h2>
      <SearchInput
        label="Search types"
        placeholder={`Search ${types.length} types`}
        value={search}
        onChange={setSearch}
        onEnter={() => {
          if (text !== '' && first !== undefined) onPick(first.label)
        }}
      />
      {first === undefined ? <p className="dim">No types match.</p> : null}
      <ul>
        {matching.map(({ label, key, fields: form }) => {
          const about = fields.find(({ name }) => name === key)?.about ?? ''
          const note = /^Needs |cannot run/.test(about) ? about : form === undefined ? 'Code only' : 'Form and code'
          return (
            <li key={label}>
              <button type="button" onClick={() => onPick(label)} aria-label={label}>
                <b>{label}</b>
                <span>{note}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
