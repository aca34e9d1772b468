import type { UserRow } from '#shared/settings/user-row.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { ageColumn, momentColumn, plainColumn } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { Tag } from '#client/ui/tag.tsx'

const SecondFactor = ({ state, hasSecondFactor }: UserRow) => {
  if (hasSecondFactor === null || state !== 'active') return <span className="faint">–</span>
  return hasSecondFactor ? <>yes</> : <span className="users-warn">none</span>
}

const displayName = ({ name, email }: UserRow) => name || email

interface NameProps {
  readonly user: UserRow
  readonly isNarrow: boolean
  readonly onOpen: (id: string) => void
}

function Name({ user, isNarrow, onOpen }: NameProps) {
  return (
    <span className="users-name" data-inactive={user.state === 'inactive' ? '' : undefined}>
      <Avatar person={user} />
      <span className="users-person">
        <button type="button" className="text-button medium cut" onClick={() => onOpen(user.id)}>
          {displayName(user)}
        </button>
        {isNarrow && user.state !== null && user.state !== 'active' ? (
          <span className="faint">{user.state}</span>
        ) : null}
      </span>
    </span>
  )
}

const Roles = ({ roles }: UserRow) =>
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
  )

export const userColumns = (
  isNarrow: boolean,
  hasSecondFactors: boolean,
  onOpen: (id: string) => void,
): readonly ListColumn<UserRow>[] => [
  {
    id: 'name',
    title: 'Name',
    rank: 0,
    minWidth: 190,
    text: displayName,
    cell: (user) => <Name user={user} isNarrow={isNarrow} onOpen={onOpen} />,
  },
  plainColumn(({ email }) => email, { id: 'email', title: 'Email', rank: 2, minWidth: 200, className: 'dim' }),
  {
    id: 'roles',
    title: 'Roles',
    rank: 1,
    width: 176,
    text: ({ roles }) => roles.join(', ') || null,
    cell: Roles,
  },
  ...(hasSecondFactors
    ? [
        {
          id: 'factor',
          title: 'Second factor',
          rank: 6,
          width: 120,
          text: ({ hasSecondFactor }: UserRow) => (hasSecondFactor === null ? null : hasSecondFactor ? 'yes' : 'none'),
          cell: SecondFactor,
        },
      ]
    : []),
  {
    id: 'state',
    title: 'State',
    rank: 3,
    width: 96,
    text: ({ state }) => state,
    cell: ({ state }) => (state === null ? <span className="faint">–</span> : <span className="dim">{state}</span>),
  },
  momentColumn(({ createdAt }) => createdAt, { id: 'created', title: 'Created At', rank: 5 }),
  ageColumn(({ lastLogin }) => lastLogin, {
    id: 'login',
    title: 'Last sign-in',
    rank: 4,
    width: 104,
  }),
]
