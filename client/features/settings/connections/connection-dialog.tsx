import { Refresh, Trash } from '@blueprintjs/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import {
  diffConnection,
  initialValues,
  toConnectionWrite,
  toFieldValues,
  type ConnectionRow,
} from '#shared/connections/connection-row.ts'
import { messageTypes, testableTypes, type ConnectionTest } from '#shared/connections/connection-test.ts'
import type { ConnectionType } from '#shared/connections/connection-types.ts'
import { HistoryTab } from '#client/domain/audit/history-tab.tsx'
import { isBackendEmbedded } from '#client/domain/identity/user-accounts.ts'
import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { Modal } from '#client/ui/layout/modal.tsx'
import { Tabs } from '#client/ui/layout/tabs.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { ConnectionFields } from './connection-fields.tsx'
import { connectionSchema, referenceTo, type ConnectionForm } from './connection-form.ts'
import { ConnectionGrants } from './connection-grants.tsx'
import { ConnectionUsers } from './connection-users.tsx'
import {
  addConnection,
  changeConnection,
  connectionGrantsQuery,
  connectionUsersQuery,
  runChangedTest,
  runEnteredTest,
} from './connections-api.ts'
import { TestMessage } from './test-message.tsx'
import { TestResult } from './test-result.tsx'

interface ConnectionDialogProps {
  readonly type: ConnectionType
  readonly row: ConnectionRow | null
  readonly by: string
  readonly missing: string | undefined
  readonly test: ConnectionTest | undefined
  readonly testError: string | undefined
  readonly isTesting: boolean
  readonly tab: string
  readonly onTab: (tab: string) => void
  readonly onTest: () => void
  /** An empty recipient means the connection's own one. */
  readonly onSendMessage: (recipient: string) => void
  readonly onDelete: () => void
  readonly onSaved: () => void
  readonly onClose: () => void
}

const toConnectionForm = (type: ConnectionType, row: ConnectionRow | null): ConnectionForm =>
  row === null
    ? { name: '', namespace: 'default', values: { ...initialValues(type) } }
    : { name: row.name, namespace: row.namespace || 'default', values: { ...toFieldValues(type, row) } }

const keeping = () =>
  isBackendEmbedded()
    ? 'Plain values are stored encrypted and never shown again.'
    : 'This backend stores plain values as plain text. A key of a Secret is safer.'

function Parts({ id }: { readonly id: string }) {
  return (
    <>
      <ConnectionUsers id={id} />
      <ConnectionGrants id={id} />
    </>
  )
}

/** With values that are not stored. */
const testableHere = ({ type }: ConnectionType): boolean => testableTypes.has(type) && isBackendEmbedded()

const sendsMessages = ({ type }: ConnectionType): boolean => messageTypes.has(type) && isBackendEmbedded()

interface PartedProps {
  readonly id: string
  readonly type: ConnectionType
  readonly reference: string
  readonly selected: string
  readonly onSelect: (tab: string) => void
}

function Parted({ id, type, reference, selected, onSelect }: PartedProps) {
  const { data: users } = useQuery(connectionUsersQuery(id))
  const { data: grants } = useQuery(connectionGrantsQuery(id))
  const tabs = [
    { id: 'form', label: 'Form' },
    ...(sendsMessages(type) ? [{ id: 'message', label: 'Test message' }] : []),
    { id: 'history', label: 'History' },
    { id: 'use', label: 'Used by and permissions', ...(users && grants && { count: users.length + grants.length }) },
  ]
  return (
    <Tabs
      label="Connection"
      tabs={tabs}
      selected={selected}
      onSelect={onSelect}
      end={
        <span className="connection-reference mono">
          <span>{reference}</span>
          <CopyButton text={reference} label="Copy reference" />
        </span>
      }
    />
  )
}

interface FootProps extends Pick<
  ConnectionDialogProps,
  'type' | 'row' | 'missing' | 'isTesting' | 'onTab' | 'onTest' | 'onDelete'
> {
  readonly isChanged: boolean
  readonly isSaving: boolean
  readonly onSubmit: () => void
  readonly onLeave: () => void
}

function Foot(props: FootProps) {
  const { type, row, missing, isTesting, isChanged, isSaving, onTab, onTest, onDelete, onSubmit, onLeave } = props
  const isTestable = testableTypes.has(type.type) || !isBackendEmbedded()
  const untestable = isTestable || sendsMessages(type) ? undefined : `${type.title} cannot be tested here.`
  const needsSaving =
    row !== null && isChanged && !testableHere(type) ? 'Save first: the test uses the stored connection.' : undefined
  const isOffered = row !== null || testableHere(type)
  return (
    <>
      {isOffered ? (
        <span className="connection-foot">
          {row === null ? null : (
            <Button look="minimal" icon={<Trash />} disabledReason={missing} onClick={onDelete}>
              Delete
            </Button>
          )}
          <Button
            icon={<Refresh />}
            busy={isTesting}
            disabledReason={missing ?? untestable ?? needsSaving}
            onClick={isTestable ? onTest : () => onTab('message')}
          >
            Test connection
          </Button>
        </span>
      ) : null}
      <Button onClick={onLeave}>{isChanged ? 'Discard' : 'Cancel'}</Button>
      <Button
        look="primary"
        disabledReason={missing}
        disabled={isSaving || (row !== null && !isChanged)}
        onClick={onSubmit}
      >
        {isSaving ? 'Saving ...' : row === null ? 'Add connection' : 'Update'}
      </Button>
    </>
  )
}

interface BodyProps extends ConnectionDialogProps {
  readonly form: UseFormReturn<ConnectionForm>
  readonly initial: ConnectionForm
  readonly isChanged: boolean
  readonly isSaving: boolean
  readonly onSubmit: () => void
}

function Body(props: BodyProps) {
  const { type, row, missing, isTesting, tab, onTab, onSendMessage, onSaved } = props
  const { form, initial, isChanged, isSaving, onSubmit } = props
  const part = () => {
    if (row === null) return null
    if (tab === 'use') return <Parts id={row.id} />
    if (tab === 'message' && sendsMessages(type))
      return (
        <TestMessage
          id={row.id}
          missing={missing ?? (isChanged ? 'Save first: the test uses the stored connection.' : undefined)}
          isTesting={isTesting}
          onSend={onSendMessage}
        />
      )
    return tab === 'history' ? (
      <HistoryTab
        table="connections"
        id={row.id}
        readOnlyReason={missing ?? (isChanged ? 'Save or discard the changes first.' : undefined)}
        onRestored={onSaved}
      />
    ) : null
  }
  const shown = part()
  return (
    <>
      {row === null ? null : (
        <Parted
          id={row.id}
          type={type}
          reference={referenceTo(form.watch())}
          selected={shown === null ? 'form' : tab}
          onSelect={onTab}
        />
      )}
      {shown ?? (
        <EditForm label="Save" className="connection-form" isSaving={isSaving} onSubmit={onSubmit}>
          <ConnectionFields
            form={form}
            type={type}
            {...(row === null ? { stored: undefined } : { stored: initial.values })}
          />
          <p className="faint">{keeping()}</p>
        </EditForm>
      )}
    </>
  )
}

/** Of values that are not stored yet. An edit removes the result, because it no longer applies. */
const useEnteredTest = (
  { type, row }: Pick<ConnectionDialogProps, 'type' | 'row'>,
  { form, initial }: Pick<BodyProps, 'form' | 'initial'>,
) => {
  const text = JSON.stringify(form.watch())
  const { mutate, isPending, variables, data, error } = useMutation({
    mutationFn: ({ values }: { readonly text: string; readonly values: ConnectionForm }) =>
      row === null
        ? runEnteredTest(toConnectionWrite(type, values, null))
        : runChangedTest(row.id, diffConnection(type, { initial, entered: values }, row)),
  })
  const isCurrent = variables?.text === text
  return {
    isTesting: isPending,
    onTest: () => void form.handleSubmit((values) => mutate({ text: JSON.stringify(form.getValues()), values }))(),
    result: { test: isCurrent ? data : undefined, error: isCurrent ? error?.message : undefined },
  }
}

export function ConnectionDialog(props: ConnectionDialogProps) {
  const { type, row, by, missing, test, testError, onSaved, onClose } = props
  const initial = useMemo(() => toConnectionForm(type, row), [type, row])
  const { form, isChanged, isSaving, error, submit, giveUp } = useEditForm({
    schema: useMemo(() => connectionSchema(type, initial), [type, initial]),
    initial,
    // No draft: the typed values may be secret, and drafts are stored in the browser.
    canSave: () => missing === undefined,
    save: (entered: ConnectionForm) =>
      row === null
        ? addConnection({ ...toConnectionWrite(type, entered, null), source: 'UI', created_by: by || undefined })
        : changeConnection(row.id, diffConnection(type, { initial, entered }, row)),
    onSaved: () => {
      showToast('success', row === null ? 'Connection added' : 'Connection updated successfully')
      onSaved()
    },
  })
  const entered = useEnteredTest(props, { form, initial })
  const isUnstored = row === null || (isChanged && testableHere(type))
  return (
    <Modal
      title={row === null ? `Add ${type.title} connection` : row.name}
      head={row === null ? undefined : <Tag>{type.title}</Tag>}
      size="medium"
      onClose={onClose}
      foot={
        <Foot
          {...props}
          {...(isUnstored && { isTesting: entered.isTesting, onTest: entered.onTest })}
          isChanged={isChanged}
          isSaving={isSaving}
          onSubmit={submit}
          onLeave={() => {
            giveUp()
            onClose()
          }}
        />
      }
    >
      <Body {...props} form={form} initial={initial} isChanged={isChanged} isSaving={isSaving} onSubmit={submit} />
      {isUnstored ? (
        <TestResult {...entered.result} />
      ) : isChanged ? null : (
        <TestResult test={test} error={testError} />
      )}
      {error === null ? null : <ErrorPanel error={error} detailsHidden />}
    </Modal>
  )
}
