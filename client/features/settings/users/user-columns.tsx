import type { UserRow } from '#shared/settings/user-row.ts'
import { Age } from '#client/ui/age.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import type { Column } from '#client/ui/table/data-table.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { Tag } from '#client/ui/tag.tsx'

const SecondFactor = ({ state, hasSecondFactor }: UserRow) => {
  if (hasSecondFactor === null || state !== 'active') return <span className="faint">–</span>
  return hasSecondFactor ? <>yes</> : <span className="users-warn">none</span>
}

const columnsOf = (onOpen: (id: string) => void, isNarrow: boolean): Readonly<Record<string, Column<UserRow>>> => ({
  name: {
    id: 'name',
    header: 'Name',
    sortable: true,
    cell: (user) => (
      <span className="users-name" data-inactive={user.state === 'inactive' ? '' : undefined}>
        <Avatar person={user} />
        <span className="users-who">
          <button type="button" className="users-open cut" onClick={() => onOpen(user.id)}>
            {user.name || user.email}
          </button>
          {isNarrow && user.state !== null && user.state !== 'active' ? (
            <span className="faint">{user.state}</span>
          ) : null}
        </span>
      </span>
    ),
  },
  email: { id: 'email', header: 'Email', sortable: true, cell: ({ email }) => <span className="dim">{email}</span> },
  roles: {
    id: 'roles',
    header: 'Roles',
    width: '11rem',
    sortable: true,
    cell: ({ roles }) =>
      roles.length === 0 ? (
        <span className="users-warn">none</span>
      ) : (
        <span className="users-roles">
          {roles.map((role) => (
            <Tag key={role} tone={role === 'admin' ? 'outline' : 'plain'}>
              {role}
            </Tag>
          ))}
        </span>
      ),
  },
  factor: { id: 'factor', header: 'Second factor', width: '7.5rem', cell: SecondFactor },
  state: {
    id: 'state',
    header: 'State',
    width: '6rem',
    sortable: true,
    cell: ({ state }) => (state === null ? <span className="faint">–</span> : <span className="dim">{state}</span>),
  },
  created: {
    id: 'created',
    header: 'Created At',
    width: '9rem',
    align: 'end',
    sortable: true,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  login: {
    id: 'login',
    header: 'Last sign-in',
    width: '6.5rem',
    align: 'end',
    sortable: true,
    cell: ({ lastLogin }) => <Age at={lastLogin} />,
  },
})

/** The columns of the users page that so many pixels have room for; `tellsAccounts`: the service says more than roles. */
export const userColumns = (
  width: number,
  tellsFactors: boolean,
  onOpen: (id: string) => void,
): readonly Column<UserRow>[] => {
  const isNarrow = width <= 640
  const { name, email, roles, factor, state, created, login } = columnsOf(onOpen, isNarrow)
  const wide = [name, email, roles, tellsFactors ? factor : undefined, state, created, login]
  const shown = isNarrow ? [name, roles] : width <= 1000 ? [name, email, roles, state] : wide
  return shown.filter((column) => column !== undefined)
}
