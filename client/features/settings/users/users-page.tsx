import { Plus } from '@blueprintjs/icons'
import { useMemo, useState } from 'react'
import { roles } from '#shared/access/roles.ts'
import { users as usersTopic } from '#shared/settings/users-topic.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { routes } from '#client/lib/address/routes.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { useWindowWidth } from '#client/lib/browser/use-window-width.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ListHead } from '#client/ui/table/list-head.tsx'
import { wholeList } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { inOrder, textColumns } from '#client/ui/table/text-column.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { TopicTrouble } from '#client/ui/feedback/topic-trouble.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { readOffered } from './offered.ts'
import { selectUsers, userFacts } from './select-users.ts'
import { useAccountReasons } from './use-account-reasons.ts'
import { userColumns } from './user-columns.tsx'
import './users-page.css'

const all = {}
const phoneMaxPx = 640
const byName = { id: 'name', desc: false }
const crumbs = [{ label: 'Settings', href: routes.settings }]
const choice = (value: string) => ({ value, label: value })
const roleOptions = [{ value: '', label: 'All roles' }, ...roles.map(choice), { value: 'none', label: 'no role' }]
const stateOptions = [{ value: '', label: 'All states' }, ...['active', 'invited', 'inactive'].map(choice)]

/** Everybody who uses the console, live: roles and state, inviting, changing, disabling and removing. */
export function UsersPage() {
  const topic = useTopic(usersTopic, all)
  const users = useMemo(() => [...topic.rows.values()], [topic.rows])
  const [search, setSearch] = useQueryState('search')
  const [role, setRole] = useQueryState('role')
  const [state, setState] = useQueryState('state')
  const [openId, setOpenId] = useQueryState('id')
  const [{ sorting }, changeTable] = useTableState()
  const [inviting, setInviting] = useState(false)
  const offered = readOffered()
  const missing = useAccountReasons()
  const me = useSession()?.user.id
  const columns = userColumns(useWindowWidth() <= phoneMaxPx, offered.rescue, setOpenId)
  const shown = inOrder(selectUsers(users, { search, role, state }), columns, sorting, byName)
  const open = topic.rows.get(openId)
  const isFiltered = search !== '' || role !== '' || state !== ''
  return (
    <Page
      title="Users"
      views={<ViewMenu />}
      crumbs={crumbs}
      refresh={{ busy: topic.status === 'loading', onRefresh: topic.refresh }}
    >
      <TopicTrouble topic={topic} what="Users" />
      {offered.note === null ? null : (
        <Callout bar tone="info">
          {offered.note}
        </Callout>
      )}
      <ListHead
        filters={
          <>
            <SearchInput
              label="Search name or email"
              placeholder="Search name or email"
              value={search}
              onChange={setSearch}
            />
            <Select label="Role" value={role} options={roleOptions} onChange={setRole} />
            {offered.account ? <Select label="State" value={state} options={stateOptions} onChange={setState} /> : null}
          </>
        }
        action={
          offered.invite ? (
            <Button look="primary" icon={<Plus />} disabledReason={missing.account} onClick={() => setInviting(true)}>
              Invite user
            </Button>
          ) : undefined
        }
        facts={topic.status === 'loading' ? [] : userFacts(users)}
        tools={
          <ListTools
            table="users"
            columns={columns}
            texts={textColumns(columns)}
            pages={wholeList(shown)}
            apiPath="/api/db/people?select=id,name,email&deleted_at=is.null&order=name.asc"
          />
        }
      />
      <DataTable
        table="users"
        label="Users"
        columns={columns}
        rows={shown}
        keyOf={({ id }) => id}
        loading={topic.status === 'loading'}
        sorting={sorting ?? byName}
        onSort={(next) => changeTable({ sorting: next })}
        empty={
          <EmptyState title={isFiltered ? 'No user matches' : 'No data available'}>
            {isFiltered ? <p>Take a filter away to see the others.</p> : null}
          </EmptyState>
        }
      />
      {inviting ? <InviteDialog users={users} onClose={() => setInviting(false)} /> : null}
      {open !== undefined && offered.role ? (
        <ChangeDialog
          key={open.id}
          user={open}
          users={users}
          isMe={open.id === me}
          offered={offered}
          missing={missing}
          onClose={() => setOpenId('')}
        />
      ) : null}
    </Page>
  )
}
