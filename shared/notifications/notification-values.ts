export const eventsByKind = {
  check: ['check.failed', 'check.passed'],
  component: ['component.healthy', 'component.unhealthy', 'component.warning', 'component.unknown'],
  config: [
    'config.created',
    'config.updated',
    'config.changed',
    'config.deleted',
    'config.healthy',
    'config.unhealthy',
    'config.warning',
    // Production backends send it; no item here has this health.
    'config.degraded',
    'config.unknown',
  ],
  incident: [
    'incident.created',
    'incident.status.open',
    'incident.status.investigating',
    'incident.status.mitigated',
    'incident.status.resolved',
    'incident.status.closed',
    'incident.status.cancelled',
    'incident.responder.added',
    'incident.responder.removed',
    'incident.comment.added',
    'incident.dod.added',
    'incident.dod.removed',
    'incident.dod.passed',
    'incident.dod.regressed',
  ],
  playbook: ['playbook.spec.approval.updated', 'playbook.approval.inserted'],
} as const
export type EventKind = keyof typeof eventsByKind

export const notificationEvents = Object.values(eventsByKind).flat()

export const sendStatuses = [
  'sent',
  'pending',
  'error',
  'silenced',
  'repeat-interval',
  'evaluating-waitfor',
  'skipped',
  'inhibited',
  'attempting_fallback',
  'pending_playbook_run',
  'pending_playbook_completion',
] as const

export const resourceTypes = ['check', 'config', 'component', 'canary', 'incident', 'playbook'] as const
