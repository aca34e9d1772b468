import { isAdmin } from '#shared/access/roles.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import type { PlaybookSpec } from '#shared/playbooks/playbook-spec.ts'
import { forbidden } from '#relay/errors/http-error.ts'

type Permissions = Pick<PlaybookSpec, 'permissions'>

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The roles and teams of the document restrict who can run it. Administrators always can. */
export const isPermitted = ({ permissions = [] }: Permissions, { roles, teams = [] }: Viewer): boolean =>
  permissions.length === 0 ||
  isAdmin(roles) ||
  permissions.some(
    ({ role, team }) =>
      (role === undefined || roles.some((held) => isSame(held, role))) &&
      (team === undefined || teams.some(({ id, name }) => id === team || isSame(name, team))),
  )

const formatPermission = ({ role, team }: NonNullable<Permissions['permissions']>[number]): string =>
  [role === undefined ? '' : `the role ${role}`, team === undefined ? '' : `the team ${team}`]
    .filter(Boolean)
    .join(' in ')

export const assertPermitted = (playbook: string, spec: Permissions, viewer: Viewer): void => {
  if (isPermitted(spec, viewer)) return
  throw forbidden(
    `${viewer.name} is not allowed to run ${playbook}: its permissions require ${(spec.permissions ?? []).map(formatPermission).join(' or ')}.`,
  )
}
