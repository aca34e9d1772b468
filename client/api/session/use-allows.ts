import type { Action, Resource } from '#shared/access/resources.ts'
import { allows } from '#shared/access/roles.ts'
import { useSession } from './whoami.ts'

/** Whether the signed-in person may do `action` on `resource`; nobody known may do nothing. */
export const useAllows = (): ((resource: Resource, action: Action) => boolean) => {
  const session = useSession()
  return (resource, action) => session !== undefined && allows(session.roles, action, resource)
}
