import type { AccessObject } from '#shared/access/objects.ts'
import type { Resource } from '#shared/access/resources.ts'
import { objectOfRelation, type RelationObject } from '#relay/backend/data-api/relation-objects.ts'

/** What a right is needed on for a relation: the object that grants name, and the resources of the roles' matrix. */
export interface RelationRight {
  readonly object: AccessObject
  readonly read: Resource
  readonly write: Resource
}

const ofObject: Record<RelationObject, Resource> = {
  'database.public': 'database',
  catalog: 'database',
  canaries: 'canaries',
  topology: 'topologies',
  incident: 'incident',
  playbooks: 'playbooks',
  notification: 'notifications',
  'database.monitor': 'database',
  'database.config_scrapers': 'config_scrapers',
  'database.system': 'database',
  connection: 'connections',
  'connection-detail': 'connections',
  people: 'database',
  artifact: 'playbook_runs',
  auth: 'auth',
}

/** Relations that the matrix of document 3 section 6 knows by a name of their own. */
const ofRelation: Partial<Record<string, Resource>> = {
  agents: 'agents',
  agents_summary: 'agents',
  identities: 'identities',
  config_scrapers_with_status: 'config_scrapers',
  integrations_with_status: 'integrations',
  notifications_summary: 'notifications',
  notification_send_history: 'notifications',
  notification_send_history_summary: 'notifications',
  logging_backends: 'logging_backends',
  properties: 'properties',
  permissions: 'permissions',
  permissions_summary: 'permissions',
  permission_groups: 'permissions',
  permissions_group_summary: 'permissions',
  responders: 'responder',
  evidences: 'evidences',
  comments: 'comments',
  comment_responders: 'comments',
  playbook_runs: 'playbook_runs',
  playbook_run_actions: 'playbook_runs',
  playbook_approvals: 'playbook_runs',
  'rpc/get_playbook_run_actions': 'playbook_runs',
}

/** Everybody may read who there is; accounts are changed by who may write identities. */
const writeOfRelation: Partial<Record<string, Resource>> = { people: 'identities', people_roles: 'identities' }

/** Undefined for a relation that requests may not name. */
export const rightOfRelation = (relation: string): RelationRight | undefined => {
  const object = objectOfRelation(relation)
  if (object === undefined) return undefined
  const read = ofRelation[relation] ?? ofObject[object]
  return { object, read, write: writeOfRelation[relation] ?? read }
}
