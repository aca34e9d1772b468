/** Relations of the resources that events, messages and incidents are about. */
export const resourceRelations = {
  check: 'checks',
  config: 'config_items',
  component: 'components',
  canary: 'canaries',
  incident: 'incidents',
  playbook: 'playbooks',
} as const

export interface ResourceId {
  readonly kind: string
  readonly id: string
}

export const toResourceKey = ({ kind, id }: ResourceId): string => `${kind} ${id}`
