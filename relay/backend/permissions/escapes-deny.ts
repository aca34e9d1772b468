import { addMemberGrants } from '#shared/access/permission-groups.ts'
import { readGroups, readPermissions } from '#relay/backend/permissions/stored-rights.ts'
import type { Queryable } from '#relay/database/database.ts'

interface Move {
  readonly id: string
  readonly from: string
  readonly to: string
}

/** People change their own address: one that a permission group names for a deny must not change without an administrator. */
export const escapesDeny = async (database: Queryable, { id, from, to }: Move): Promise<boolean> => {
  const groups = await readGroups(database)
  const denies = (await readPermissions(database)).grants.filter(({ deny }) => deny)
  return denies.some((grant) => {
    const countWith = (email: string) => addMemberGrants([grant], groups, [{ id, email, teams: [] }]).length
    return countWith(to) < countWith(from)
  })
}
