import { useState } from 'react'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { CodeEditor, type CodeEditorProps } from '#client/ui/editor/code-editor.tsx'
import type { JsonSchema } from '#client/ui/editor/schema-fields.ts'
import { readSpec } from '#client/ui/editor/spec-document.ts'
import { Segmented } from '#client/ui/form/segmented.tsx'
import type { EditedKind } from './edited-kinds.ts'
import { isFormed } from './form/spec-forms.ts'
import { SpecForm } from './form/spec-form.tsx'
import type { OwnParts } from './own-parts.ts'
import { PastedDialog } from './pasted-dialog.tsx'
import { parsePastedDocuments, toTypedDocument, type PastedDocument } from './pasted-documents.ts'
import { SpecErrors } from './spec-errors.tsx'
import { toSpecView, type ResourceEditorState } from './use-resource-editor.ts'

const views = [
  { value: 'form', label: 'Form' },
  { value: 'code', label: 'Code' },
] as const

interface SpecPartProps {
  readonly kind: EditedKind
  readonly own: OwnParts | undefined
  readonly editor: ResourceEditorState
  readonly schema: JsonSchema | undefined
  readonly disabled: boolean
  readonly place: Pick<CodeEditorProps, 'onCursor' | 'goTo'>
  readonly onGo: (offset: number) => void
}

export function SpecPart({ kind, editor, schema, disabled, own, place, onGo }: SpecPartProps) {
  const { text, errors } = editor
  const [wanted, setView] = useQueryState('view', 'form')
  const OwnForm = own?.form
  const [wasFormed, setFormed] = useState(() => isFormed(kind.table, readSpec(editor.initialText).value))
  const isFormable = editor.value === undefined ? wasFormed : isFormed(kind.table, editor.value)
  if (isFormable !== wasFormed) setFormed(isFormable)
  const hasForm = OwnForm !== undefined || isFormable
  const view = wanted === 'code' || editor.value === undefined ? 'code' : 'form'
  const isForm = view === 'form' && hasForm
  return (
    <>
      {hasForm ? (
        <div className="resource-view">
          <Segmented label="View" value={view} options={views} onChange={setView} />
        </div>
      ) : null}
      {isForm && OwnForm !== undefined ? (
        <OwnForm {...toSpecView(editor, disabled)} />
      ) : isForm ? (
        <SpecForm
          table={kind.table}
          text={text}
          value={editor.value}
          schema={schema}
          issues={editor.issues}
          tries={editor.tries}
          disabled={disabled}
          onChange={editor.setText}
        />
      ) : (
        <SpecCode kind={kind} editor={editor} schema={schema} disabled={disabled} place={place} />
      )}
      {text === '' || isForm ? null : <SpecErrors errors={errors} failure={editor.validationFailure} onGo={onGo} />}
    </>
  )
}

function SpecCode({ kind, editor, schema, disabled, place }: Omit<SpecPartProps, 'own' | 'onGo'>) {
  const [pasted, setPasted] = useState<{ readonly text: string; readonly documents: readonly PastedDocument[] }>()
  const close = () => setPasted(undefined)
  const paste = (text: string) => {
    const documents = disabled ? [] : parsePastedDocuments(text)
    if (documents.length > 0) setPasted({ text, documents })
    return documents.length > 0
  }
  return (
    <>
      <CodeEditor
        label="Spec"
        value={editor.text}
        schema={schema}
        diagnostics={editor.errors}
        readOnly={disabled}
        onChange={editor.setText}
        onSave={editor.save}
        onPaste={paste}
        {...place}
      />
      {pasted === undefined ? null : (
        <PastedDialog
          kind={kind}
          documents={pasted.documents}
          onUse={(document) => {
            editor.type(toTypedDocument(kind, editor.form.getValues(), document))
            close()
          }}
          onInsert={() => {
            editor.setText(pasted.text)
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
