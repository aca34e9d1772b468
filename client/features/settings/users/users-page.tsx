import { Plus } from '@blueprintjs/icons'
import { useMemo, useState } from 'react'
import { roles } from '#shared/access/roles.ts'
import { users as usersTopic } from '#shared/settings/users-topic.ts'
import type { UserRow } from '#shared/settings/user-row.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { ListPage } from '#client/domain/views/list-page.tsx'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { settingsCrumbs } from '#client/lib/address/routes.ts'
import { useIsPhone } from '#client/lib/browser/use-window-width.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { topicReading } from '#client/ui/table/list-reading.tsx'
import { useWholeList } from '#client/ui/table/list-source.ts'
import { SelectFilters } from '#client/ui/table/select-filters.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { readOffered } from './offered.ts'
import { selectUsers, userFacts } from './select-users.ts'
import { useAccountReasons } from './use-account-reasons.ts'
import { userColumns } from './user-columns.tsx'
import './users-page.css'

const all = {}
const byName = { id: 'name', desc: false }
const choice = (value: string) => ({ value, label: value })
const byRole = {
  key: 'role',
  label: 'Role',
  options: [{ value: '', label: 'All' }, ...roles.map(choice), { value: 'none', label: 'no role' }],
}
const byState = {
  key: 'state',
  label: 'State',
  options: [{ value: '', label: 'All' }, ...['active', 'invited', 'inactive'].map(choice)],
}
const getId = ({ id }: UserRow) => id

export function UsersPage() {
  const topic = useTopic(usersTopic, all)
  const users = useMemo(() => [...topic.rows.values()], [topic.rows])
  const [search] = useQueryState('search')
  const [role] = useQueryState('role')
  const [state] = useQueryState('state')
  const [openId, setOpenId] = useQueryState('id')
  const [inviting, setInviting] = useState(false)
  const offered = readOffered()
  const missing = useAccountReasons()
  const me = useSession()?.user.id
  const source = useWholeList({
    reading: topicReading(topic, 'Users'),
    columns: userColumns(useIsPhone(), offered.rescue, setOpenId),
    rows: selectUsers(users, { search, role, state }),
    usual: byName,
  })
  const open = topic.rows.get(openId)
  return (
    <ListPage
      title="Users"
      crumbs={settingsCrumbs}
      above={
        offered.note === null ? null : (
          <Callout bar tone="info">
            {offered.note}
          </Callout>
        )
      }
      table="users"
      label="Users"
      source={source}
      getKey={getId}
      filters={
        <SelectFilters
          search={{ label: 'Search name or email' }}
          choices={offered.account ? [byRole, byState] : [byRole]}
        />
      }
      action={
        offered.invite ? (
          <Button look="primary" icon={<Plus />} disabledReason={missing.account} onClick={() => setInviting(true)}>
            Invite user
          </Button>
        ) : undefined
      }
      facts={userFacts(users)}
      apiPath="/api/db/people?select=id,name,email&deleted_at=is.null&order=name.asc"
      nothing={{
        isFiltered: search !== '' || role !== '' || state !== '',
        noMatch: 'No users match',
        empty: { title: 'No users yet', text: 'People appear here after they are invited or sign in.' },
      }}
    >
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
    </ListPage>
  )
}
