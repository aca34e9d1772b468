import { formatCount } from '#shared/primitives/format-count.ts'
import { RejectedDocuments } from '#client/domain/documents/rejected-documents.tsx'
import { Plus } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { findConnectionType } from '#shared/connections/connection-types.ts'
import { connectionTable } from '#shared/connections/connections-topic.ts'
import { connectionTypeTitle } from '#shared/connections/connection-types.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { toOrigin } from '#client/features/settings/resources/resource-source.ts'
import { ListPage } from '#client/domain/views/list-page.tsx'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { settingsCrumbs } from '#client/lib/address/routes.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Button } from '#client/ui/button.tsx'
import { DeleteDialog } from '#client/ui/feedback/delete-dialog.tsx'
import type { Bulk } from '#client/ui/table/bulk/bulk.ts'
import { useQueriedList } from '#client/ui/table/queried-list.ts'
import { SelectFilters } from '#client/ui/table/select-filters.tsx'
import { connectionColumns, hasPlainSecret, isBad, isTestable, type TestState } from './connection-columns.tsx'
import { ConnectionEditor, newConnection } from './connection-editor.tsx'
import {
  connectionFacetsQuery,
  connectionsKey,
  connectionsPageSize,
  connectionsQuery,
  connectionUsersQuery,
  deleteConnection,
  listConnections,
  newestFirst,
  type ConnectionFilter,
  type ListedConnection,
} from './connections-api.ts'
import { useConnectionTests } from './use-connection-tests.ts'
import './connections.css'

const getId = ({ id }: ListedConnection) => id
const option = (value: string, label = value) => ({ value, label })

function Deletion({ id }: { readonly id: string }) {
  const { data } = useQuery(connectionUsersQuery(id))
  if (data == null || data.length === 0) return null
  return (
    <p>
      <b>{formatCount(data.length, 'resource')} will fail without it:</b>{' '}
      {data
        .slice(0, 8)
        .map(({ kind, name }) => `${kind} ${name}`)
        .join(', ')}
      {data.length > 8 ? ' and more' : ''}.
    </p>
  )
}

const listFacts = (
  rows: readonly ListedConnection[],
  total: number,
  getTestState: (id: string) => TestState,
): string[] => {
  const here = rows.length < total ? ' on this page' : ''
  const bad = rows.filter(({ id }) => isBad(getTestState(id))).length
  const plain = rows.filter(hasPlainSecret).length
  return [
    formatCount(total, 'connection'),
    ...(bad > 0 ? [`${bad} failed ${bad === 1 ? 'its' : 'their'} last test${here}`] : []),
    ...(plain > 0 ? [`${formatCount(plain, 'stores', 'store')} a secret as plain text${here}`] : []),
  ]
}

const badFirst = (rows: readonly ListedConnection[], getTestState: (id: string) => TestState) =>
  rows.toSorted((a, b) => Number(isBad(getTestState(b.id))) - Number(isBad(getTestState(a.id))))

type Tests = ReturnType<typeof useConnectionTests>

type Opening = Pick<Parameters<typeof connectionColumns>[0], 'onOpen' | 'onTestByMessage'>

const useConnections = (tests: Tests, missing: string | undefined, opening: Opening) => {
  const [search] = useQueryState('search')
  const [type] = useQueryState('type')
  const [namespace] = useQueryState('namespace')
  const [{ sorting }] = useTableState()
  useTableChanges(connectionTable, connectionsKey)
  const connectionFilter: ConnectionFilter = { search, type, namespace, sorting }
  const source = useQueriedList({
    queryKey: [...connectionsKey, 'page', connectionsQuery(connectionFilter)],
    columns: connectionColumns({
      ...opening,
      getTestState: tests.getTestState,
      missing,
      onTest: (id) => void tests.test([id]),
    }),
    getKey: getId,
    read: (range, signal) => listConnections(connectionFilter, range, signal),
    usual: newestFirst,
    usualPageSize: connectionsPageSize,
    failsAloud: true,
  })
  const rows = sorting === null ? badFirst(source.rows, tests.getTestState) : source.rows
  return { connectionFilter, source: { ...source, rows } }
}

function Filters() {
  const { data } = useQuery(connectionFacetsQuery)
  const types = (data?.types ?? []).map((each) => option(each, connectionTypeTitle(each)))
  const namespaces = (data?.namespaces ?? []).map((each) => option(each))
  return (
    <SelectFilters
      search={{ label: 'Search connections', debounceMs: 300 }}
      choices={[
        { key: 'type', label: 'Type', options: [option('', 'All'), ...types] },
        { key: 'namespace', label: 'Namespace', options: [option('', 'All'), ...namespaces] },
      ]}
    />
  )
}

const useOpened = () => {
  const [openId, setOpenId] = useQueryState('id')
  const [pickedType, setPickedType] = useQueryState('add')
  const [tab, setTab] = useQueryState('tab')
  const openTestMessage = (id: string) => {
    setOpenId(id)
    setTab('message')
  }
  const leave = () => {
    setOpenId('')
    setPickedType('')
    setTab('')
  }
  return { openId, setOpenId, pickedType, setPickedType, tab, setTab, openTestMessage, leave }
}

const empty = {
  title: 'No connections yet',
  text: 'A connection stores an address and its credentials in one place. Checks, scrapers and playbooks refer to it by name and need no password.',
}

const bulk: Bulk<ListedConnection> = {
  one: 'connection',
  many: 'connections',
  getName: ({ name }) => name,
  actions: [
    {
      label: 'Delete',
      done: 'deleted',
      consequence: 'Resources that use these connections fail without them.',
      isPossible: (row) => toOrigin(row).kind === 'console',
      act: ({ id }) => deleteConnection(id),
    },
  ],
}

export function ConnectionsPage() {
  const { openId, setOpenId, pickedType, setPickedType, tab, setTab, openTestMessage, leave } = useOpened()
  const [isConfirmingDelete, setIsConfirmingDelete] = useState(false)
  const { reason: missing } = useAllowed('write', 'connections')
  const client = useQueryClient()
  const tests = useConnectionTests()
  const { connectionFilter, source } = useConnections(tests, missing, {
    onOpen: setOpenId,
    onTestByMessage: openTestMessage,
  })
  const { rows } = source
  return (
    <ListPage
      title="Connections"
      crumbs={settingsCrumbs}
      table="connections"
      above={<RejectedDocuments kinds={['Connection']} />}
      label="Connections"
      source={source}
      getKey={getId}
      selected={openId}
      filters={
        <>
          <Filters />
          <Button
            disabledReason={missing ?? (!rows.some(isTestable) ? 'No connection to test.' : undefined)}
            onClick={() => void tests.test(rows.filter(isTestable).map(getId))}
          >
            Test shown
          </Button>
        </>
      }
      action={
        <Button look="primary" icon={<Plus />} disabledReason={missing} onClick={() => setOpenId(newConnection)}>
          Add connection
        </Button>
      }
      bulk={missing === undefined ? bulk : null}
      facts={source.total === null ? [] : listFacts(rows, source.total, tests.getTestState)}
      apiPath={`/api/db/connections?${new URLSearchParams(connectionsQuery(connectionFilter)).toString()}`}
      nothing={{
        isFiltered: connectionFilter.search + connectionFilter.type + connectionFilter.namespace !== '',
        noMatch: 'No connections match',
        empty: empty,
      }}
    >
      {openId === '' || isConfirmingDelete ? null : (
        <ConnectionEditor
          key={openId}
          id={openId}
          picked={openId === newConnection ? findConnectionType(pickedType) : undefined}
          missing={missing}
          tests={tests}
          tab={tab}
          onTab={setTab}
          onPick={(chosen) => setPickedType(chosen.type)}
          onDelete={() => setIsConfirmingDelete(true)}
          onDone={leave}
        />
      )}
      {isConfirmingDelete && openId !== '' ? (
        <DeleteDialog
          noun="connection"
          deletedMessage="Connection deleted successfully"
          onDelete={() => deleteConnection(openId)}
          onDeleted={() => {
            void client.invalidateQueries({ queryKey: connectionsKey })
            leave()
          }}
          onClose={() => setIsConfirmingDelete(false)}
        >
          <Deletion id={openId} />
        </DeleteDialog>
      ) : null}
    </ListPage>
  )
}
