import type { Properties } from '#relay/backend/properties/properties.ts'

export const loadDecisionRetentionDays = (properties: Properties): Promise<number> =>
  properties.number('notifications.decisions.retention.days', 14)
