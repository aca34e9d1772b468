import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { toOrigin } from '#client/features/settings/resources/resource-source.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'
import { PermissionDialog } from './permission-dialog.tsx'
import { toPermissionForm } from './permission-form.ts'
import { permissionQuery, permissionsKey } from './permissions-api.ts'
import { useGrantRejection } from './use-grant-rejection.ts'

export const newPermission = 'new'
const clockMs = 30_000

interface PermissionEditorProps {
  readonly id: string
  readonly onDone: () => void
  readonly onDelete: () => void
}

/** A permission that the form cannot show or that is invalid can only be deleted. */
export function PermissionEditor({ id, onDone, onDelete }: PermissionEditorProps) {
  const isNew = id === newPermission
  const by = useSession()?.user.id ?? ''
  const { reason: lacking } = useAllowed(isNew ? 'create' : 'update', 'permissions')
  const client = useQueryClient()
  const findRejection = useGrantRejection(useServerNow(clockMs))
  const { data: grant, error } = useQuery(permissionQuery(isNew ? '' : id))
  if (error !== null) return <ErrorPanel error={error} />
  if (!isNew && grant === undefined) return null
  const origin = toOrigin({ source: grant?.source })
  const reason = lacking ?? (origin.kind === 'console' ? undefined : `Managed by ${origin.label}; edit it there`)
  const initial = grant == null ? null : toPermissionForm(grant)
  if (!isNew && grant === null)
    return <ErrorPanel error={new Error('Permission not found.')} meaning="It was deleted." detailsHidden />
  if (grant != null && (initial === null || grant.fault !== null))
    return (
      <Modal
        title="Permission"
        size="very-small"
        onClose={onDone}
        foot={
          <>
            <Button onClick={onDone}>Close</Button>
            <Button
              look="danger"
              disabledReason={reason ?? findRejection({ before: grant, after: null })}
              onClick={onDelete}
            >
              Delete
            </Button>
          </>
        }
      >
        <p className="dim">
          {grant.fault === null
            ? 'The subject of this permission cannot be changed here. You can delete it.'
            : `${grant.fault} This permission neither grants nor denies anything.`}
        </p>
      </Modal>
    )
  return (
    <PermissionDialog
      key={id}
      id={isNew ? null : id}
      before={grant ?? null}
      initial={initial}
      by={by}
      missing={reason}
      onDelete={onDelete}
      onSaved={() => {
        void client.invalidateQueries({ queryKey: permissionsKey })
        onDone()
      }}
      onClose={onDone}
    />
  )
}
