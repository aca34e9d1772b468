import { HTMLSelect, TextArea } from '@blueprintjs/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { grantSchema, type Grant } from '#shared/access/grant.ts'
import { offeredObjects } from '#shared/access/objects.ts'
import { serverNow, useServerNow } from '#client/lib/clock.ts'
import { routes } from '#client/lib/routes.ts'
import { useDraft } from '#client/lib/use-draft.ts'
import { useUnsaved } from '#client/lib/unsaved.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/error-panel.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { useFocusOnError } from '#client/features/settings/use-focus-on-error.ts'
import { EffectPreview } from './effect-preview.tsx'
import { NameSelect } from './name-select.tsx'
import {
  emptyForm,
  permissionActions,
  permissionFormSchema,
  problemsOf,
  rowOf,
  scopes,
  subjectKinds,
  type PermissionForm,
} from './permission-form.ts'
import { savePermission, type NameList } from './permissions-api.ts'
import { useGrantRefusal } from './use-grant-refusal.ts'

interface PermissionDialogProps {
  /** Null: a new one. */
  readonly id: string | null
  /** As it stands; null: a new one. */
  readonly before: Grant | null
  readonly initial: PermissionForm | null
  readonly by: string
  /** What is missing to save; undefined when nothing is. */
  readonly missing: string | undefined
  readonly onDelete: () => void
  readonly onSaved: () => void
  readonly onClose: () => void
}

const titled = <V extends string>(values: readonly V[]) =>
  values.map((value) => ({ value, label: `${value.charAt(0).toUpperCase()}${value.slice(1)}` }))
const effects = [
  { value: 'allow', label: 'Allow' },
  { value: 'deny', label: 'Deny' },
] as const
const lists: Partial<Record<PermissionForm['scope'], NameList>> = {
  catalog: 'config',
  component: 'component',
  connection: 'connection',
  playbook: 'playbook',
}
const hourMs = 3_600_000
const clockMs = 30_000
const periods = [
  ['1d', 24],
  ['7d', 7 * 24],
  ['30d', 30 * 24],
] as const

const inHours = (hours: number): string => {
  const at = new Date(Date.now() + hours * hourMs)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const isForm = (form: PermissionForm, other: PermissionForm) => JSON.stringify(form) === JSON.stringify(other)

/** Adds a permission or changes one. What is typed stays until it is saved or given up. */
export function PermissionDialog(props: PermissionDialogProps) {
  const { id, before, initial, by, missing, onDelete, onSaved, onClose } = props
  const first = initial ?? emptyForm
  const draft = useDraft({ key: `permission ${id ?? 'new'}`, version: 1, schema: permissionFormSchema }, first)
  const form = draft.value
  const isChanged = !isForm(form, first)
  useUnsaved(isChanged)
  const [tried, setTried] = useState(false)
  const { form: formRef, focusFirst } = useFocusOnError()
  const change = (part: Partial<PermissionForm>) => draft.change({ ...form, ...part })
  const problemsAt = (nowMs: number) => problemsOf(form, nowMs, initial ?? undefined)
  const nowMs = useServerNow(clockMs)
  const isOpen = Object.keys(problemsAt(nowMs)).length > 0
  const errors = tried ? problemsAt(nowMs) : {}
  const refusalOf = useGrantRefusal(nowMs)
  const after = isOpen ? before : grantSchema.parse({ id: 'new', ...before, ...rowOf(form) })
  const refusal = refusalOf({ before, after })
  const saveReason = missing ?? refusal
  const save = useMutation({
    mutationFn: () =>
      savePermission(id, {
        ...rowOf(form),
        ...(id === null ? { source: 'UI', created_by: by || undefined } : { updated_by: by || undefined }),
      }),
    onSuccess: () => {
      showToast('success', id === null ? 'Permission added' : 'Permission updated')
      draft.clear()
      onSaved()
    },
  })
  const submit = () => {
    setTried(true)
    if (saveReason !== undefined || save.isPending) return
    if (Object.keys(problemsAt(serverNow())).length > 0) focusFirst()
    else save.mutate()
  }
  const giveUp = () => {
    draft.clear()
    onClose()
  }
  const list = lists[form.scope]
  return (
    <Modal
      title={id === null ? 'Add Permission' : 'Edit Permission'}
      size="small"
      head={
        <a href={routes.permissionsHelp} target="_blank" rel="noreferrer">
          How permissions work
        </a>
      }
      onClose={onClose}
      foot={
        <>
          {id === null ? null : (
            <span className="permission-foot">
              <Button disabledReason={missing ?? refusalOf({ before, after: null })} onClick={onDelete}>
                Delete
              </Button>
            </span>
          )}
          <Button onClick={giveUp}>{isChanged ? 'Discard' : 'Cancel'}</Button>
          <Button look="primary" disabledReason={saveReason} disabled={save.isPending} onClick={submit}>
            {save.isPending ? 'Saving ...' : id === null ? 'Add permission' : 'Save permission'}
          </Button>
        </>
      }
    >
      <form
        ref={formRef}
        className="permission-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field label="Subject" error={errors.subject}>
          {({ id: fieldId, describedBy }) => (
            <div className="permission-pair">
              <Segmented
                label="Kind of subject"
                value={form.subjectKind}
                options={titled(subjectKinds)}
                onChange={(subjectKind) => change({ subjectKind, subjectId: '' })}
              />
              <NameSelect
                key={form.subjectKind}
                id={fieldId}
                kind={form.subjectKind}
                none={`Choose a ${form.subjectKind}`}
                value={form.subjectId}
                describedBy={describedBy}
                invalid={errors.subject !== undefined}
                onChange={(subjectId) => change({ subjectId })}
              />
            </div>
          )}
        </Field>
        <Field label="Action" error={errors.action}>
          {({ id: fieldId, describedBy }) => (
            <div className="permission-row">
              <HTMLSelect
                id={fieldId}
                aria-describedby={describedBy}
                aria-invalid={errors.action !== undefined}
                value={form.action}
                onChange={(event) => change({ action: event.currentTarget.value })}
              >
                <option value="">Choose an action</option>
                {[...new Set<string>([...permissionActions, form.action])].filter(Boolean).map((action) => (
                  <option key={action} value={action}>
                    {action}
                  </option>
                ))}
              </HTMLSelect>
              <Segmented
                label="Effect"
                value={form.deny ? 'deny' : 'allow'}
                options={effects}
                onChange={(effect) => change({ deny: effect === 'deny' })}
              />
            </div>
          )}
        </Field>
        <Field
          label="Resource"
          error={errors.target}
          help={form.scope === 'selector' ? 'What matches later joins by itself.' : undefined}
        >
          {({ id: fieldId, describedBy }) => (
            <div className="permission-pair">
              <Segmented
                label="Kind of resource"
                value={form.scope}
                options={titled(scopes)}
                onChange={(scope) => change({ scope, target: '' })}
              />
              {form.scope === 'global' ? (
                <HTMLSelect
                  id={fieldId}
                  fill
                  aria-describedby={describedBy}
                  aria-invalid={errors.target !== undefined}
                  value={form.target}
                  onChange={(event) => change({ target: event.currentTarget.value })}
                >
                  <option value="">Choose an object</option>
                  {[...new Set<string>([...offeredObjects, 'exec', form.target])].filter(Boolean).map((object) => (
                    <option key={object} value={object}>
                      {object}
                    </option>
                  ))}
                </HTMLSelect>
              ) : list === undefined ? (
                <TextArea
                  id={fieldId}
                  fill
                  className="mono"
                  rows={5}
                  spellCheck={false}
                  placeholder={
                    '{ "playbooks": [{ "name": "scale-*" }],\n  "configs": [{ "tagSelector": "env=production" }] }'
                  }
                  aria-describedby={describedBy}
                  aria-invalid={errors.target !== undefined}
                  value={form.target}
                  onChange={(event) => change({ target: event.currentTarget.value })}
                />
              ) : (
                <NameSelect
                  key={form.scope}
                  id={fieldId}
                  kind={list}
                  none={`Choose a ${form.scope === 'catalog' ? 'config item' : form.scope}`}
                  value={form.target}
                  describedBy={describedBy}
                  invalid={errors.target !== undefined}
                  onChange={(target) => change({ target })}
                />
              )}
            </div>
          )}
        </Field>
        <Field label="Expires" error={errors.until} help="In the time zone of this browser; empty for never.">
          {({ id: fieldId, describedBy }) => (
            <div className="permission-row">
              <input
                id={fieldId}
                className="bp6-input tabular"
                placeholder="2026-11-23 06:00"
                autoComplete="off"
                aria-describedby={describedBy}
                aria-invalid={errors.until !== undefined}
                value={form.until}
                onChange={(event) => change({ until: event.currentTarget.value })}
              />
              {periods.map(([name, hours]) => (
                <Button key={name} small onClick={() => change({ until: inHours(hours) })}>
                  {name}
                </Button>
              ))}
              <Button small onClick={() => change({ until: '' })}>
                Never
              </Button>
            </div>
          )}
        </Field>
        <Field label="Description">
          {({ id: fieldId }) => (
            <input
              id={fieldId}
              className="bp6-input"
              autoComplete="off"
              maxLength={500}
              value={form.description}
              onChange={(event) => change({ description: event.currentTarget.value })}
            />
          )}
        </Field>
        <button type="submit" hidden aria-label="Save" />
      </form>
      <EffectPreview change={{ before, after }} isOpen={isOpen} nowMs={nowMs} />
      {refusal === undefined ? null : <p role="status">{refusal}</p>}
      <p className="faint">In force at once, on every open console.</p>
      {save.error === null ? null : <ErrorPanel error={save.error} detailsHidden />}
    </Modal>
  )
}
