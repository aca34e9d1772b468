import type { Properties } from '#relay/backend/properties/properties.ts'

/** For how many days what was decided about messages is kept. */
export const loadDecisionRetentionDays = (properties: Properties): Promise<number> =>
  properties.number('notifications.decisions.retention.days', 14)
