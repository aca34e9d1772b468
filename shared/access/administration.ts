import type { Question } from '#shared/access/decide.ts'
import { resourceObjects, type AccessObject } from '#shared/access/objects.ts'
import type { Resource } from '#shared/access/resources.ts'

const always = new Set<Resource>(['permissions', 'identities', 'rbac', 'auth', 'kratos'])
/** Who there is, with roles and teams: what the pages of permissions and people are made of. */
const lists = new Set<AccessObject>(['people', 'database.public'])

/** What no deny takes from an administrator: permissions, people and sign-in, by which every deny can be undone. */
export const isAdministration = ({
  action,
  resource,
  object = resourceObjects[resource],
}: Pick<Question, 'action' | 'resource' | 'object'>): boolean =>
  always.has(resource) || (action === 'read' && lists.has(object))
