import { initialSpecText, listSpecTypes } from './form/spec-forms.ts'
import { TypePicker } from './form/type-picker.tsx'
import { ResourceEditor, type ResourceEditorProps } from './resource-editor.tsx'

interface NewResourceProps extends Pick<ResourceEditorProps, 'kind' | 'onBack' | 'keepsTyped' | 'onSaved' | 'own'> {
  /** The label of the type that was picked; empty while none is. */
  readonly picked: string
  readonly onPick: (label: string) => void
  /** Stands below the types. */
  readonly foot?: React.ReactNode
}

/** Making a resource: its type first, where its kind has several, then the editor. Back leads to the types, and from there out. */
export function NewResource({ kind, picked, onPick, foot, onBack, ...wishes }: NewResourceProps) {
  const types = listSpecTypes(kind.table)
  const type = types.find(({ label }) => label === picked)
  if (types.length > 1 && type === undefined)
    return (
      <>
        <TypePicker kind={kind} types={types} onPick={onPick} />
        {foot}
      </>
    )
  return (
    <ResourceEditor
      key={picked}
      kind={kind}
      resource={null}
      isDeleted={false}
      firstText={type && initialSpecText(type, kind.table)}
      variant={picked}
      onBack={() => (type === undefined ? onBack() : onPick(''))}
      {...wishes}
    />
  )
}
