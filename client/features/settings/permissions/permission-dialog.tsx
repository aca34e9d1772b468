import { useMemo } from 'react'
import { grantSchema, type Grant } from '#shared/access/grant.ts'
import { serverNow, useServerNow } from '#client/lib/time/clock.ts'
import { routes } from '#client/lib/address/routes.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { Modal } from '#client/ui/layout/modal.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { EffectPreview } from './effect-preview.tsx'
import { PermissionFields } from './permission-fields.tsx'
import {
  emptyForm,
  permissionFormSchema,
  permissionSchema,
  findFormErrors,
  toChangedRow,
  toPermissionRow,
  type PermissionForm,
} from './permission-form.ts'
import { savePermission } from './permissions-api.ts'
import { useGrantRejection } from './use-grant-rejection.ts'

interface PermissionDialogProps {
  readonly id: string | null
  readonly before: Grant | null
  readonly initial: PermissionForm | null
  readonly by: string
  readonly missing: string | undefined
  readonly onDelete: () => void
  readonly onSaved: () => void
  readonly onClose: () => void
}

const clockMs = 30_000
const newGrant = grantSchema.parse({ id: 'new', action: '' })

export function PermissionDialog(props: PermissionDialogProps) {
  const { id, before, initial, by, missing, onDelete, onSaved, onClose } = props
  const nowMs = useServerNow(clockMs)
  const findRejection = useGrantRejection(nowMs)
  const toGrant = (form: PermissionForm): Grant => ({ ...newGrant, ...before, ...toPermissionRow(form) })
  const { form, isChanged, isSaving, error, submit, giveUp } = useEditForm({
    schema: useMemo(() => permissionSchema(serverNow, initial), [initial]),
    initial: initial ?? emptyForm,
    draft: { key: `permission ${id ?? 'new'}`, version: 1, schema: permissionFormSchema },
    canSave: (typed) => missing === undefined && findRejection({ before, after: toGrant(typed) }) === undefined,
    save: (typed: PermissionForm) =>
      savePermission(id, {
        ...(initial === null || before === null ? toPermissionRow(typed) : toChangedRow(before, initial, typed)),
        ...(id === null ? { source: 'UI', created_by: by || undefined } : { updated_by: by || undefined }),
      }),
    onSaved: () => {
      showToast('success', id === null ? 'Permission added' : 'Permission updated')
      onSaved()
    },
  })
  const typed = form.watch()
  const isOpen = Object.keys(findFormErrors(typed, nowMs, initial)).length > 0
  const after = isOpen ? before : toGrant(typed)
  const rejection = findRejection({ before, after })
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
              <Button disabledReason={missing ?? findRejection({ before, after: null })} onClick={onDelete}>
                Delete
              </Button>
            </span>
          )}
          <Button
            onClick={() => {
              giveUp()
              onClose()
            }}
          >
            {isChanged ? 'Discard' : 'Cancel'}
          </Button>
          <Button look="primary" disabledReason={missing ?? rejection} disabled={isSaving} onClick={submit}>
            {isSaving ? 'Saving ...' : id === null ? 'Add permission' : 'Save permission'}
          </Button>
        </>
      }
    >
      <EditForm label="Save" className="permission-form" isSaving={isSaving} onSubmit={submit}>
        <PermissionFields form={form} />
      </EditForm>
      <EffectPreview change={{ before, after }} isOpen={isOpen} nowMs={nowMs} />
      {rejection === undefined ? null : <p role="status">{rejection}</p>}
      <p className="faint">Takes effect immediately in every open console.</p>
      {error === null ? null : <ErrorPanel error={error} detailsHidden />}
    </Modal>
  )
}
