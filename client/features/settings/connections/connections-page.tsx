import { Plus } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { connectionTypeOf, type ConnectionType } from '#shared/connections/connection-types.ts'
import { connectionTable } from '#shared/connections/connections-topic.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { serverPageSizes } from '#client/lib/address/page-sizes.ts'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import { ListHead } from '#client/ui/table/list-head.tsx'
import { listInPages } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { Pager } from '#client/ui/table/pager.tsx'
import { textColumns } from '#client/ui/table/text-column.ts'
import { connectionColumns, hasPlainSecret, isBad, isTestable, titleOf } from './connection-columns.tsx'
import { ConnectionDialog } from './connection-dialog.tsx'
import {
  connectionFacetsQuery,
  connectionQuery,
  connectionsKey,
  connectionsPage,
  connectionsQuery,
  connectionUsersQuery,
  deleteConnection,
  listConnections,
  newestFirst,
  type ConnectionFilter,
  type ListedConnection,
} from './connections-api.ts'
import { TypePicker } from './type-picker.tsx'
import { useConnectionTests } from './use-connection-tests.ts'
import './connections.css'

const crumbs = [{ label: 'Settings', href: routes.settings }]
const exportedAtOnce = 200
const newOne = 'new'
const idOf = ({ id }: ListedConnection) => id
const option = (value: string, label = value) => ({ value, label })
const count = (n: number, one: string) => `${n} ${n === 1 ? one : `${one}s`}`

type Tests = ReturnType<typeof useConnectionTests>

interface EditorProps {
  readonly id: string
  /** The type of a new one, once it was picked. */
  readonly picked: ConnectionType | undefined
  readonly missing: string | undefined
  readonly tests: Tests
  readonly onPick: (type: ConnectionType) => void
  readonly onDelete: () => void
  readonly onDone: () => void
}

/** The dialog of one connection, once its row is there; of a new one, once its type was picked. */
function Editor({ id, picked, missing, tests, onPick, onDelete, onDone }: EditorProps) {
  const by = useSession()?.user.id ?? ''
  const client = useQueryClient()
  const isNew = id === newOne
  const { data: row, error } = useQuery({ ...connectionQuery(id), enabled: !isNew })
  if (isNew && picked === undefined) return <TypePicker onPick={onPick} onClose={onDone} />
  if (!isNew && row === undefined && error === null) return null
  const type = picked ?? connectionTypeOf(row?.type ?? '')
  if (error !== null || (!isNew && row === null) || type === undefined) {
    const said =
      error ??
      new Error(row ? `The type ${row.type} is not known to this console.` : 'This connection is gone. It was deleted.')
    return (
      <Modal title="Connection" size="small" onClose={onDone}>
        <ErrorPanel error={said} detailsHidden />
      </Modal>
    )
  }
  const { test, error: testError, isTesting } = tests.triedOf(id)
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
      onTest={() => void tests.test([id])}
      onDelete={onDelete}
      onSaved={() => {
        void client.invalidateQueries({ queryKey: connectionsKey })
        onDone()
      }}
      onClose={onDone}
    />
  )
}

/** What would fail without a connection. */
function Deletion({ id }: { readonly id: string }) {
  const { data } = useQuery(connectionUsersQuery(id))
  if (data == null || data.length === 0) return null
  return (
    <p>
      <b>{count(data.length, 'resource')} will fail without it:</b>{' '}
      {data
        .slice(0, 8)
        .map(({ kind, name }) => `${kind} ${name}`)
        .join(', ')}
      {data.length > 8 ? ' and more' : ''}.
    </p>
  )
}

const factsOf = (rows: readonly ListedConnection[], total: number, triedOf: Tests['triedOf']): string[] => {
  const here = rows.length < total ? ' on this page' : ''
  const bad = rows.filter(({ id }) => isBad(triedOf(id))).length
  const plain = rows.filter(hasPlainSecret).length
  return [
    count(total, 'connection'),
    ...(bad > 0 ? [`${bad} failed ${bad === 1 ? 'its' : 'their'} last test${here}`] : []),
    ...(plain > 0 ? [`${plain} ${plain === 1 ? 'keeps' : 'keep'} a secret as plain text${here}`] : []),
  ]
}

/** What the backend reaches with which credentials: the list, the form of each type, and whether it works. */
export function ConnectionsPage() {
  const [table, changeTable] = useTableState()
  const [search, setSearch] = useQueryState('search')
  const [type, setType] = useQueryState('type')
  const [namespace, setNamespace] = useQueryState('namespace')
  const [openId, setOpenId] = useQueryState('id')
  const [pickedType, setPickedType] = useQueryState('add')
  const [asksDelete, setAsksDelete] = useState(false)
  const { reason: missing } = useAllowed('write', 'connections')
  const client = useQueryClient()
  useTableChanges(connectionTable, connectionsKey)
  const tests = useConnectionTests()
  const { pageIndex, pageSize, sorting } = table
  const sought: ConnectionFilter = { search, type, namespace, sorting }
  const { data, error, isPending, isFetching, refetch } = useQuery(connectionsPage(sought, pageIndex, pageSize))
  const { data: facets } = useQuery(connectionFacetsQuery)
  const isFiltered = search + type + namespace !== ''
  const listed = data?.rows ?? []
  // What failed stands first, until the person asks for an order.
  const rows =
    sorting === null
      ? listed.toSorted((a, b) => Number(isBad(tests.triedOf(b.id))) - Number(isBad(tests.triedOf(a.id))))
      : listed
  const total = data?.total ?? rows.length
  const columns = connectionColumns({
    triedOf: tests.triedOf,
    missing,
    onOpen: setOpenId,
    onTest: (id) => void tests.test([id]),
  })
  const filter = (set: (value: string) => void) => (value: string) => {
    set(value)
    changeTable({ pageIndex: 0 })
  }
  const leave = () => {
    setOpenId('')
    setPickedType('')
  }
  const refresh = () => void client.invalidateQueries({ queryKey: connectionsKey })
  return (
    <Page
      title="Connections"
      views={<ViewMenu />}
      crumbs={crumbs}
      refresh={{ busy: isFetching, onRefresh: () => void refetch() }}
    >
      <ListHead
        filters={
          <>
            <SearchInput
              label="Search connections"
              placeholder="Search connections"
              value={search}
              debounceMs={300}
              onChange={filter(setSearch)}
            />
            <Select
              label="Type"
              value={type}
              options={[option('', 'All types'), ...(facets?.types ?? []).map((each) => option(each, titleOf(each)))]}
              onChange={filter(setType)}
            />
            <Select
              label="Namespace"
              value={namespace}
              options={[option('', 'All namespaces'), ...(facets?.namespaces ?? []).map((each) => option(each))]}
              onChange={filter(setNamespace)}
            />
            <Button
              disabledReason={missing ?? (!rows.some(isTestable) ? 'There is nothing to test.' : undefined)}
              onClick={() => void tests.test(rows.filter(isTestable).map(idOf))}
            >
              Test shown
            </Button>
          </>
        }
        action={
          <Button look="primary" icon={<Plus />} disabledReason={missing} onClick={() => setOpenId(newOne)}>
            Add connection
          </Button>
        }
        facts={data === undefined ? [] : factsOf(rows, total, tests.triedOf)}
        tools={
          <ListTools
            table="connections"
            columns={columns}
            texts={textColumns(columns)}
            pages={listInPages(exportedAtOnce, idOf, (page, signal) => listConnections(sought, page, signal))}
            apiPath={`/api/db/connections?${new URLSearchParams(connectionsQuery(sought)).toString()}`}
          />
        }
      />
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      <DataTable
        table="connections"
        label="Connections"
        columns={columns}
        rows={rows}
        keyOf={idOf}
        sorting={sorting ?? newestFirst}
        onSort={(next) => changeTable({ sorting: next })}
        loading={isPending && error === null}
        selected={openId}
        empty={
          <EmptyState title={isFiltered ? 'No connection matches' : 'No connections yet'}>
            <p>
              {isFiltered
                ? 'Take a filter away to see the others.'
                : 'A connection keeps an address and its credentials in one place. Checks, scrapers and playbooks refer to it by name, and none of them has to know the password.'}
            </p>
          </EmptyState>
        }
      />
      <Pager
        pageIndex={pageIndex}
        pageSize={pageSize}
        pageSizes={serverPageSizes}
        total={total}
        onPage={(page) => changeTable({ pageIndex: page })}
        onPageSize={(size) => changeTable({ pageSize: size })}
      />
      {openId === '' || asksDelete ? null : (
        <Editor
          key={openId}
          id={openId}
          picked={openId === newOne ? connectionTypeOf(pickedType) : undefined}
          missing={missing}
          tests={tests}
          onPick={(chosen) => setPickedType(chosen.type)}
          onDelete={() => setAsksDelete(true)}
          onDone={leave}
        />
      )}
      {asksDelete && openId !== '' ? (
        <ConfirmDialog
          title="Delete connection"
          confirmLabel="Delete connection"
          busyLabel="Deleting ..."
          onConfirm={async () => {
            await deleteConnection(openId)
            showToast('success', 'Connection deleted')
            refresh()
            leave()
          }}
          onClose={() => setAsksDelete(false)}
        >
          <p>Are you sure you want to delete the connection?</p>
          <Deletion id={openId} />
        </ConfirmDialog>
      ) : null}
    </Page>
  )
}
