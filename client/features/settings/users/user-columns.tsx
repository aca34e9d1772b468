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

const nameOf = ({ name, email }: UserRow) => name || email

/** The columns of the users page; `tellsFactors`: whether the service says who has a second factor. */
export const userColumns = (
  isNarrow: boolean,
  tellsFactors: boolean,
  onOpen: (id: string) => void,
): readonly Column<UserRow>[] => [
  {
    id: 'name',
    title: 'Name',
    rank: 0,
    roomPx: 190,
    isSortable: true,
    text: nameOf,
    cell: (user) => (
      <span className="users-name" data-inactive={user.state === 'inactive' ? '' : undefined}>
        <Avatar person={user} />
        <span className="users-who">
          <button type="button" className="users-open cut" onClick={() => onOpen(user.id)}>
            {nameOf(user)}
          </button>
          {isNarrow && user.state !== null && user.state !== 'active' ? (
            <span className="faint">{user.state}</span>
          ) : null}
        </span>
      </span>
    ),
  },
  {
    id: 'email',
    title: 'Email',
    rank: 2,
    roomPx: 200,
    isSortable: true,
    text: ({ email }) => email,
    cell: ({ email }) => <span className="dim">{email}</span>,
  },
  {
    id: 'roles',
    title: 'Roles',
    rank: 1,
    width: '11rem',
    roomPx: 140,
    isSortable: true,
    text: ({ roles }) => roles.join(', ') || null,
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
  ...(tellsFactors
    ? [
        {
          id: 'factor',
          title: 'Second factor',
          rank: 6,
          width: '7.5rem',
          roomPx: 96,
          isSortable: true,
          text: ({ hasSecondFactor }: UserRow) => (hasSecondFactor === null ? null : hasSecondFactor ? 'yes' : 'none'),
          cell: SecondFactor,
        },
      ]
    : []),
  {
    id: 'state',
    title: 'State',
    rank: 3,
    width: '6rem',
    roomPx: 76,
    isSortable: true,
    text: ({ state }) => state,
    cell: ({ state }) => (state === null ? <span className="faint">–</span> : <span className="dim">{state}</span>),
  },
  {
    id: 'created',
    title: 'Created At',
    rank: 5,
    width: '9rem',
    roomPx: 116,
    align: 'end',
    isSortable: true,
    text: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    id: 'login',
    title: 'Last sign-in',
    rank: 4,
    width: '6.5rem',
    roomPx: 84,
    align: 'end',
    isSortable: true,
    text: ({ lastLogin }) => lastLogin,
    cell: ({ lastLogin }) => <Age at={lastLogin} />,
  },
]
