import { resourceObjects, type AccessObject } from '#shared/access/objects.ts'
import { resources, type AccessAction, type Resource } from '#shared/access/resources.ts'

interface Area {
  readonly name: string
  readonly resource: Resource
  readonly object: AccessObject
}

const more: readonly Area[] = [
  { name: 'catalog', resource: 'database', object: 'catalog' },
  { name: 'connection-detail', resource: 'connections', object: 'connection-detail' },
  { name: 'database.monitor', resource: 'database', object: 'database.monitor' },
  { name: 'artifact', resource: 'playbook_runs', object: 'artifact' },
]

export const foreignLists: readonly Omit<Area, 'name'>[] = [
  { resource: 'agents', object: 'database.public' },
  { resource: 'identities', object: 'database.public' },
  { resource: 'database', object: 'people' },
  { resource: 'database', object: 'database.system' },
  { resource: 'config_scrapers', object: 'database.monitor' },
  { resource: 'notifications', object: 'database.monitor' },
]

export const areas: readonly Area[] = [
  ...resources.map((resource) => ({ name: resource, resource, object: resourceObjects[resource] })),
  ...more,
]

export const areaNamed = (name: string): Area | undefined =>
  areas.find((area) => area.name === name) ?? areas.find((area) => area.object === name)

export const areaName = (resource: Resource, object: AccessObject = resourceObjects[resource]): string =>
  (areas.find((area) => area.resource === resource && area.object === object) ?? { name: resource }).name

const plain: readonly AccessAction[] = ['read', 'create', 'update', 'delete']

export const actionsOn = (object: AccessObject): readonly AccessAction[] => {
  if (object === 'playbooks') return [...plain, 'playbook:run', 'playbook:approve', 'playbook:cancel']
  return object === 'canaries' ? [...plain, 'playbook:run'] : plain
}
