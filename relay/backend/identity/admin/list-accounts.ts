import type { UserRow } from '#shared/settings/user-row.ts'
import type { Queryable } from '#relay/database/database.ts'

const statement = `
  select identities.id, identities.state, identities.created_at, identities.state_changed_at, people.name, people.avatar,
    coalesce(identities.traits -> 'name' ->> 'first', '') as first_name,
    coalesce(identities.traits -> 'name' ->> 'last', '') as last_name,
    coalesce(people.email, '') as email, people.last_login,
    array(select role from relay.person_roles where person_id = identities.id order by role) as roles,
    people.last_login is null and not exists (select 1 from identity.passwords where identity_id = identities.id)
      as is_invited,
    exists (select 1 from identity.authenticators where identity_id = identities.id)
      or exists (select 1 from identity.recovery_codes where identity_id = identities.id)
      or exists (select 1 from identity.security_keys where identity_id = identities.id) as has_second_factor
  from identities
  join people on people.id = identities.id
  order by lower(people.name), identities.id`

interface AccountRow {
  id: string
  state: string
  created_at: string
  state_changed_at: string | null
  name: string
  avatar: string | null
  first_name: string
  last_name: string
  email: string
  last_login: string | null
  roles: string[]
  is_invited: boolean
  has_second_factor: boolean
}

const toState = ({ state, is_invited: isInvited }: AccountRow): UserRow['state'] => {
  if (state !== 'active') return 'inactive'
  return isInvited ? 'invited' : 'active'
}

export const listAccounts = async (database: Queryable): Promise<UserRow[]> => {
  const { rows } = await database.query<AccountRow>(statement)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    avatar: row.avatar,
    roles: row.roles,
    state: toState(row),
    stateChangedAt: row.state_changed_at,
    hasSecondFactor: row.has_second_factor,
    createdAt: row.created_at,
    lastLogin: row.last_login,
  }))
}
