import type { Resource } from '#shared/access/resources.ts'
import { allows } from '#shared/access/roles.ts'
import type { Viewer } from '#shared/access/viewer.ts'

/** The person that a new database begins with (contract 0.4). */
const localPerson = { id: '01890a5d-0000-7000-8000-000000000001', name: 'Admin', email: 'admin@local' }

/** Standalone: whoever reaches the relay is its one local person, with the roles of the configuration. */
const standaloneViewer = (roles: readonly string[]): Viewer => ({ ...localPerson, roles })

const everything = 'all'

/** Roles decide over whole topics, so that everybody who may read one sees the same rows; null: may not. */
const sightByRole = (viewer: Viewer, { resource }: { readonly resource: Resource }): string | null =>
  allows(viewer.roles, 'read', resource) ? everything : null

/** Access for one person who is always there and whose rights never change. */
export const standaloneAccess = (roles: readonly string[]) => {
  const viewer = standaloneViewer(roles)
  return {
    viewerOf: async (): Promise<Viewer | null> => viewer,
    sightOf: sightByRole,
    followedSights: [everything],
    onChange: () => () => undefined,
    recheckEveryMs: null,
  }
}
