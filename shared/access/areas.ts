import { objectOfResource, type AccessObject } from '#shared/access/objects.ts'
import { resources, type AccessAction, type Resource } from '#shared/access/resources.ts'

/** What the console asks the rights of: a resource of the matrix, and the object that grants know it by. */
export interface Area {
  readonly name: string
  readonly resource: Resource
  readonly object: AccessObject
}

/** Objects that grants know and the matrix of document 3 does not; each goes by a resource of that. */
const more: readonly Area[] = [
  { name: 'catalog', resource: 'database', object: 'catalog' },
  { name: 'connection-detail', resource: 'connections', object: 'connection-detail' },
  { name: 'database.monitor', resource: 'database', object: 'database.monitor' },
  { name: 'artifact', resource: 'playbook_runs', object: 'artifact' },
]

/** Everything that can be asked about. */
export const areas: readonly Area[] = [
  ...resources.map((resource) => ({ name: resource, resource, object: objectOfResource[resource] })),
  ...more,
]

const plain: readonly AccessAction[] = ['read', 'create', 'update', 'delete']

/** What can be done with an object: reading and writing, what playbooks do, and running a check now. */
export const actionsOn = (object: AccessObject): readonly AccessAction[] => {
  if (object === 'playbooks') return [...plain, 'playbook:run', 'playbook:approve', 'playbook:cancel']
  return object === 'canaries' ? [...plain, 'playbook:run'] : plain
}
