/** What a rule can wait for here (contract 6): what happens to checks, items of the catalog and components. */
export const notificationEvents = [
  'check.failed',
  'check.passed',
  'component.healthy',
  'component.unhealthy',
  'component.warning',
  'component.unknown',
  'config.created',
  'config.updated',
  'config.healthy',
  'config.unhealthy',
  'config.warning',
  'config.unknown',
] as const

/** What became of one message. */
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

/** Of what kind the thing is that a message is about (ledger NOTIF-04). */
export const resourceTypes = ['check', 'config', 'component', 'canary'] as const
