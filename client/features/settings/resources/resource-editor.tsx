import { Trash } from '@blueprintjs/icons'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { formatCount } from '#shared/primitives/format-count.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { resourceHref } from '#client/domain/resources/resource-href.ts'
import { useJsonSchema } from '#client/domain/resources/use-json-schema.ts'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { ChangesPane } from './changes-pane.tsx'
import { ConflictView } from './conflict-view.tsx'
import { DeleteResource } from './delete-resource.tsx'
import { EditorNotices } from './editor-notices.tsx'
import { listSpecTypes, withFormIssues } from './form/spec-forms.ts'
import type { OwnParts } from './own-parts.ts'
import { aboutResource, schemaUrl, type EditedKind } from './edited-kinds.ts'
import { toOrigin } from './resource-source.ts'
import type { ManagedResource } from './resources-api.ts'
import { SpecPart } from './spec-part.tsx'
import { toSpecView, useResourceEditor, type ResourceEditorState } from './use-resource-editor.ts'

export interface ResourceEditorProps {
  readonly kind: EditedKind
  readonly resource: ManagedResource | null
  readonly isDeleted: boolean
  readonly firstText?: string | undefined
  /** Separates the drafts of new resources. */
  readonly variant?: string
  readonly onBack: () => void
  /** The input is restored on return, so leaving needs no confirmation. */
  readonly keepsTyped?: boolean
  readonly onSaved?: (() => void) | undefined
  readonly own?: OwnParts | undefined
}

const reportSaved = (kind: EditedKind, own: OwnParts | undefined, id: string, change: 'created' | 'updated') => {
  const subject = `${kind.noun.charAt(0).toUpperCase()}${kind.noun.slice(1)}`
  showToast('success', kind.savedMessages?.[change] ?? `${subject} ${change} successfully`)
  if (change === 'created') own?.onCreated?.(id)
}

const useWrite = (kind: EditedKind, resource: ManagedResource | null) =>
  useAllowed(
    resource === null ? 'create' : 'update',
    kind.resource,
    resource === null ? {} : aboutResource(kind, resource),
  )

const useOutline = (own: OwnParts | undefined, text: string) => {
  const [cursor, setCursor] = useState(0)
  const [goTo, setGoTo] = useState<{ readonly offset: number } | null>(null)
  return {
    outline: own?.renderOutline?.(text, cursor, (offset) => setGoTo({ offset })),
    place: { onCursor: setCursor, goTo },
    go: (offset: number) => setGoTo({ offset }),
  }
}

export function ResourceEditor({
  kind,
  resource,
  isDeleted,
  firstText,
  variant = '',
  onBack,
  ...wishes
}: ResourceEditorProps) {
  const { own } = wishes
  const served = useJsonSchema(schemaUrl(kind))
  const { schema, check: schemaCheck } = own?.spec ?? served
  const check = useMemo(() => withFormIssues(kind.table, schemaCheck), [kind.table, schemaCheck])
  const [, navigate] = useLocation()
  const origin = toOrigin(resource ?? {})
  const write = useWrite(kind, resource)
  const isReadOnly = origin.kind !== 'console' || !write.allowed
  const [view] = useQueryState('view', 'form')
  const editor = useResourceEditor({
    kind,
    resource,
    check,
    firstText,
    variant,
    canSave: !isReadOnly,
    isDeferred: view === 'code' || (own?.form === undefined && listSpecTypes(kind.table).length === 0),
    onSaved: (saved) => {
      reportSaved(kind, own, saved.id, saved.id === resource?.id ? 'updated' : 'created')
      if (wishes.onSaved !== undefined) wishes.onSaved()
      else if (kind.afterSave !== null) navigate(kind.afterSave)
      else if (resource === null) navigate(resourceHref(kind.table, saved.id), { replace: true })
    },
  })
  const { form, state, base } = editor
  const isBusy = state.matches('saving')
  const parts = { kind, editor, own }
  const { outline, place, go } = useOutline(own, editor.analysedText)
  if (state.matches('conflict') && base !== null && state.context.theirs !== null) {
    const { theirs } = state.context
    return (
      <ConflictView
        kind={kind}
        base={base}
        theirs={theirs}
        mine={form.getValues()}
        onSettle={(merged) => editor.settle(theirs, merged)}
      />
    )
  }
  return (
    <div className="resource-editor">
      <EditorNotices
        kind={kind}
        editor={editor}
        origin={origin}
        agentId={resource?.agent_id}
        isDeleted={isDeleted}
        missingRight={write.reason}
        isSchemaMissing={served.isFailed}
      />
      <div className="resource-body">
        <div className="resource-main">
          <OwnFields kind={kind} editor={editor} isNew={resource === null} readOnly={isReadOnly} />
          <SpecPart {...parts} schema={schema} disabled={isReadOnly || isBusy} place={place} onGo={go} />
        </div>
        <Side {...parts} isReadOnly={isReadOnly} canPreview={write.allowed} outline={outline} />
      </div>
      <EditorFoot
        {...parts}
        isReadOnly={isReadOnly}
        resource={resource}
        onBack={onBack}
        keepsTyped={wishes.keepsTyped}
      />
    </div>
  )
}

interface SideProps extends Pick<ResourceEditorProps, 'kind'> {
  readonly own: OwnParts | undefined
  readonly editor: ResourceEditorState
  readonly isReadOnly: boolean
  /** A rule from a file is read-only, and its preview is still useful. */
  readonly canPreview: boolean
  readonly outline: React.ReactNode
}

function Side({ isReadOnly, canPreview, ...parts }: SideProps) {
  if (!isReadOnly) return <ChangesPane {...parts} />
  const { own, editor, outline = null } = parts
  const preview = canPreview ? own?.renderPreview?.(editor.form.getValues('name'), toSpecView(editor, true)) : null
  return outline === null && !preview ? null : (
    <aside className="resource-changes">
      {outline}
      {preview}
    </aside>
  )
}

interface OwnFieldsProps extends Pick<ResourceEditorProps, 'kind'> {
  readonly editor: ResourceEditorState
  readonly isNew: boolean
  readonly readOnly: boolean
}

function OwnFields({ kind: { noun, fields }, editor: { form, state, save }, isNew, readOnly }: OwnFieldsProps) {
  const { control } = form
  return (
    <EditForm label={`Save ${noun}`} isSaving={state.matches('saving')} startsInFirstField={isNew} onSubmit={save}>
      <div className="resource-own">
        <TextField control={control} name="name" label="Name" readOnly={readOnly} />
        {fields.includes('namespace') ? (
          <TextField control={control} name="namespace" label="Namespace" readOnly={readOnly} />
        ) : null}
        {fields.includes('labels') ? (
          <TextField
            control={control}
            name="labels"
            label="Labels"
            placeholder="team=web, tier=1"
            readOnly={readOnly}
          />
        ) : null}
        {fields.includes('icon') ? <TextField control={control} name="icon" label="Icon" readOnly={readOnly} /> : null}
      </div>
    </EditForm>
  )
}

interface EditorFootProps extends Pick<ResourceEditorProps, 'kind' | 'resource' | 'onBack' | 'own'> {
  readonly editor: ResourceEditorState
  readonly isReadOnly: boolean
  readonly keepsTyped: boolean | undefined
}

function EditorFoot({ kind, editor, isReadOnly, resource, onBack, keepsTyped = false, own }: EditorFootProps) {
  const [isDeleting, setDeleting] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const remove = useAllowed('delete', kind.resource)
  const { state, send, form, errors, isChanged, base, effect, execRejection } = editor
  const errorCount = Object.keys(form.formState.errors).filter((name) => name !== 'text').length + errors.length
  const { leave, create, save } = kind.buttons
  return (
    <footer className="resource-foot">
      {base === null || isReadOnly ? null : (
        <Button look="minimal" icon={<Trash />} disabledReason={remove.reason} onClick={() => setDeleting(true)}>
          Delete
        </Button>
      )}
      <span className="resource-foot-end">
        {errorCount > 0 && isChanged ? (
          <span className="resource-error">
            <StateMark state="unhealthy" label="" /> {formatCount(errorCount, 'field has errors', 'fields have errors')}
          </span>
        ) : null}
        {resource === null ? null : own?.renderAction?.(resource.id, isChanged)}
        <Button onClick={() => (isChanged && !keepsTyped ? setLeaving(true) : onBack())}>{leave}</Button>
        {isReadOnly ? null : (
          <Button
            look="primary"
            busy={state.matches('saving')}
            disabledReason={execRejection ?? (base !== null && !isChanged ? 'No changes to save.' : undefined)}
            onClick={editor.save}
          >
            {base === null ? create : save}
          </Button>
        )}
      </span>
      {isDeleting && resource !== null ? (
        <DeleteResource kind={kind} resource={resource} onDeleted={editor.giveUp} onClose={() => setDeleting(false)} />
      ) : null}
      {isLeaving ? (
        <ConfirmDialog
          title="Discard changes?"
          confirmLabel="Discard changes"
          leaveLabel="Keep editing"
          onConfirm={async () => {
            editor.giveUp()
            onBack()
          }}
          onClose={() => setLeaving(false)}
        >
          Your changes are not saved.
        </ConfirmDialog>
      ) : null}
      {state.matches('reviewing') && effect !== null ? (
        <ConfirmDialog
          title={`${save} ${base?.name ?? kind.noun}`}
          confirmLabel={save}
          onConfirm={async () => send({ type: 'editor.confirm' })}
          onClose={() => send({ type: 'editor.back' })}
        >
          <p>{`This removes ${formatCount(effect.removed.length, effect.noun)}:`}</p>
          <ul>
            {effect.removed.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </ConfirmDialog>
      ) : null}
    </footer>
  )
}
