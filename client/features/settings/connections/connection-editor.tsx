import { useQuery, useQueryClient } from '@tanstack/react-query'
import { findConnectionType, type ConnectionType } from '#shared/connections/connection-types.ts'
import { isId } from '#shared/primitives/id.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { DeletedResource } from '#client/domain/audit/deleted-resource.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'
import { ConnectionDialog } from './connection-dialog.tsx'
import { connectionQuery, connectionsKey } from './connections-api.ts'
import { TypePicker } from './type-picker.tsx'
import type { useConnectionTests } from './use-connection-tests.ts'

export const newConnection = 'new'

interface ConnectionEditorProps {
  readonly id: string
  readonly picked: ConnectionType | undefined
  readonly missing: string | undefined
  readonly tests: ReturnType<typeof useConnectionTests>
  readonly tab: string
  readonly onTab: (tab: string) => void
  readonly onPick: (type: ConnectionType) => void
  readonly onDelete: () => void
  readonly onDone: () => void
}

export function ConnectionEditor(props: ConnectionEditorProps) {
  const { id, picked, missing, tests, tab, onTab, onPick, onDelete, onDone } = props
  const by = useSession()?.user.id ?? ''
  const client = useQueryClient()
  const isNew = id === newConnection
  const { data: row, error } = useQuery({ ...connectionQuery(id), enabled: !isNew })
  if (isNew && picked === undefined) return <TypePicker onPick={onPick} onClose={onDone} />
  if (!isNew && row === undefined && error === null) return null
  const type = picked ?? findConnectionType(row?.type ?? '')
  if (error !== null || (!isNew && row === null) || type === undefined) {
    const shownError = error ?? new Error(row ? `Unknown connection type ${row.type}.` : 'This connection was deleted.')
    return (
      <Modal title="Connection" size="small" onClose={onDone}>
        {row === null && isId(id) ? (
          <DeletedResource
            table="connections"
            id={id}
            noun="connection"
            missing={missing}
            onRestored={() => void client.invalidateQueries({ queryKey: connectionsKey })}
          >
            <ErrorPanel error={shownError} detailsHidden />
          </DeletedResource>
        ) : (
          <ErrorPanel error={shownError} detailsHidden />
        )}
      </Modal>
    )
  }
  const { test, error: testError, isTesting } = tests.getTestState(id)
  return (
    <ConnectionDialog
      key={`${id} ${type.type}`}
      type={type}
      row={row ?? null}
      by={by}
      missing={missing}
      test={test}
      testError={testError}
      isTesting={isTesting}
      tab={tab}
      onTab={onTab}
      onTest={() => void tests.test([id])}
      onSendMessage={(recipient) => void tests.sendMessage(id, recipient)}
      onDelete={onDelete}
      onSaved={() => {
        void client.invalidateQueries({ queryKey: connectionsKey })
        onDone()
      }}
      onClose={onDone}
    />
  )
}
