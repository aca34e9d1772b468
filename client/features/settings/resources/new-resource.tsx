import { initialSpecText, listSpecTypes } from './form/spec-forms.ts'
import { TypePicker } from './form/type-picker.tsx'
import { ResourceEditor, type ResourceEditorProps } from './resource-editor.tsx'

interface NewResourceProps extends Pick<ResourceEditorProps, 'kind' | 'onBack' | 'keepsTyped' | 'onSaved' | 'own'> {
  readonly picked: string
  readonly onPick: (label: string) => void
  readonly foot?: React.ReactNode
}

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
