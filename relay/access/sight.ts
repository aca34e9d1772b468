import type { Resource } from '#shared/access/resources.ts'
import { allows } from '#shared/access/roles.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { sessionTopic } from '#shared/live/topics.ts'

const everything = 'all'

/**
 * What people see of a topic, null when nothing. Roles decide over whole topics, so that everybody who may read one sees the
 * same rows; the session is everybody's own, and what there is to see of it is in the text itself. The journal follows what
 * everybody sees.
 */
export const sightByRole = {
  sightOf: (
    viewer: Viewer,
    { name, resource }: { readonly name: string; readonly resource: Resource },
  ): string | null => {
    if (name === sessionTopic.name) return JSON.stringify({ personId: viewer.id, roles: viewer.roles })
    return allows(viewer.roles, 'read', resource) ? everything : null
  },
  followedSights: [everything],
} as const
