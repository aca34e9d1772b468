import { resourceObjects, type AccessObject } from '#shared/access/objects.ts'
import { resources, type AccessAction, type Resource } from '#shared/access/resources.ts'
import type { KnownFeature } from '#shared/settings/known-features.ts'

interface Area {
  readonly name: string
  readonly resource: Resource
  readonly object: AccessObject
  /** Hides the pages of the area. */
  readonly feature?: KnownFeature | undefined
}

const features: Partial<Record<Resource, KnownFeature>> = {
  canaries: 'health',
  topologies: 'topology',
  incident: 'incidents',
  playbooks: 'playbooks',
  playbook_runs: 'playbooks',
  logging_backends: 'logs',
  connections: 'settings.connections',
  permissions: 'settings.permissions',
  identities: 'settings.users',
  agents: 'settings.agents',
  integrations: 'settings.integrations',
  config_scrapers: 'settings.config_scraper',
  notifications: 'settings.notifications',
  properties: 'settings.feature_flags',
  audit: 'settings.audit',
  backup: 'settings.backup',
  relays: 'settings.relays',
}

const more: readonly Area[] = [
  { name: 'catalog', resource: 'database', object: 'catalog', feature: 'config' },
  { name: 'connection-detail', resource: 'connections', object: 'connection-detail' },
  { name: 'database.monitor', resource: 'database', object: 'database.monitor' },
  { name: 'artifact', resource: 'playbook_runs', object: 'artifact' },
]

export const foreignLists: readonly Pick<Area, 'resource' | 'object'>[] = [
  { resource: 'agents', object: 'database.public' },
  { resource: 'identities', object: 'database.public' },
  { resource: 'database', object: 'people' },
  { resource: 'database', object: 'database.system' },
  { resource: 'config_scrapers', object: 'database.monitor' },
  { resource: 'notifications', object: 'database.monitor' },
]

export const areas: readonly Area[] = [
  ...resources.map((resource) => ({
    name: resource,
    resource,
    object: resourceObjects[resource],
    feature: features[resource],
  })),
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
