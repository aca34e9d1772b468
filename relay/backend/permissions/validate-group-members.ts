import { findMemberError } from '#shared/access/permission-groups.ts'
import { isMap } from '#shared/primitives/is-map.ts'

export const validateGroupMembers = async (
  relation: string,
  { selectors }: Readonly<Record<string, unknown>>,
): Promise<string | undefined> => {
  const error = relation === 'permission_groups' && isMap(selectors) ? findMemberError(selectors) : undefined
  return error === undefined ? undefined : `selectors.${error}`
}
