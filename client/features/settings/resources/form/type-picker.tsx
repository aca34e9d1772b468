import { useJsonSchema } from '#client/domain/resources/use-json-schema.ts'
import { fieldsAt } from '#client/ui/editor/schema-fields.ts'
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
  const fields = schema === undefined ? [] : fieldsAt(schema, [])
  return (
    <section aria-label="Type" className="type-picker">
      <h2>{`Choose the type of the new ${kind.noun}`}</h2>
      <ul>
        {types.map(({ label, key, fields: form }) => {
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
