import { formatCount } from '#shared/primitives/format-count.ts'
import type { UserRow } from '#shared/settings/user-row.ts'

interface UserFilter {
  readonly search: string
  /** Empty for all roles, 'none' for users without a role. */
  readonly role: string
  readonly state: string
}

export const selectUsers = (users: readonly UserRow[], { search, role, state }: UserFilter): readonly UserRow[] => {
  const searchText = search.trim().toLowerCase()
  return users.filter(
    (user) =>
      `${user.name}\n${user.email}`.toLowerCase().includes(searchText) &&
      (role === '' || (role === 'none' ? user.roles.length === 0 : user.roles.includes(role))) &&
      (state === '' || user.state === state),
  )
}

export const userFacts = (users: readonly UserRow[]): readonly string[] => {
  const count = (holds: (user: UserRow) => boolean) => users.filter(holds).length
  const invited = count(({ state }) => state === 'invited')
  const inactive = count(({ state }) => state === 'inactive')
  const bare = count(({ state, hasSecondFactor }) => state === 'active' && hasSecondFactor === false)
  const roleless = count(({ roles }) => roles.length === 0)
  return [
    formatCount(users.length, 'user'),
    ...(invited > 0 ? [`${invited} invited`] : []),
    ...(inactive > 0 ? [`${inactive} inactive`] : []),
    ...(bare > 0 ? [`${bare} active without a second factor`] : []),
    ...(roleless > 0 ? [`${roleless} without a role`] : []),
  ]
}
