import { resourceObjects, type AccessObject } from '#shared/access/objects.ts'
import { resources, type AccessAction, type Resource } from '#shared/access/resources.ts'

/** What the console asks the rights of: a resource of the matrix, and the object that grants know it by. */
export interface Area {
  readonly name: string
  readonly resource: Resource
  readonly object: AccessObject
}

/** Objects that grants know and the matrix of roles does not; each goes by a resource of that. */
const more: readonly Area[] = [
  { name: 'catalog', resource: 'database', object: 'catalog' },
  { name: 'connection-detail', resource: 'connections', object: 'connection-detail' },
  { name: 'database.monitor', resource: 'database', object: 'database.monitor' },
  { name: 'artifact', resource: 'playbook_runs', object: 'artifact' },
]

/** Lists of one resource that go by the object of another one. */
export const foreignLists: readonly Omit<Area, 'name'>[] = [
  { resource: 'agents', object: 'database.public' },
  { resource: 'identities', object: 'database.public' },
  { resource: 'database', object: 'people' },
  { resource: 'database', object: 'database.system' },
  { resource: 'config_scrapers', object: 'database.monitor' },
  { resource: 'notifications', object: 'database.monitor' },
]

/** Everything that can be asked about. */
export const areas: readonly Area[] = [
  ...resources.map((resource) => ({ name: resource, resource, object: resourceObjects[resource] })),
  ...more,
]

/** The area of a name, or else the first one that grants know by that name; undefined for none. */
export const areaNamed = (name: string): Area | undefined =>
  areas.find((area) => area.name === name) ?? areas.find((area) => area.object === name)

/** The name of what is asked about: that of the object where it is not the resource's usual one. */
export const areaName = (resource: Resource, object: AccessObject = resourceObjects[resource]): string =>
  (areas.find((area) => area.resource === resource && area.object === object) ?? { name: resource }).name

const plain: readonly AccessAction[] = ['read', 'create', 'update', 'delete']

/** What can be done with an object: reading and writing, what playbooks do, and running a check now. */
export const actionsOn = (object: AccessObject): readonly AccessAction[] => {
  if (object === 'playbooks') return [...plain, 'playbook:run', 'playbook:approve', 'playbook:cancel']
  return object === 'canaries' ? [...plain, 'playbook:run'] : plain
}
