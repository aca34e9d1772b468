import type { Question } from '#shared/access/decide.ts'
import { resourceObjects, type AccessObject } from '#shared/access/objects.ts'
import type { Resource } from '#shared/access/resources.ts'

const always = new Set<Resource>(['permissions', 'identities', 'rbac', 'auth', 'kratos'])
const lists = new Set<AccessObject>(['people', 'database.public'])

/** No deny removes these from an administrator; otherwise a deny could not be undone. */
export const isAdministration = ({
  action,
  resource,
  object = resourceObjects[resource],
}: Pick<Question, 'action' | 'resource' | 'object'>): boolean =>
  always.has(resource) || (action === 'read' && lists.has(object))
