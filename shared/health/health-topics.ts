import { z } from 'zod'
import { checkRowSchema, type CheckRow } from '#shared/health/check-row.ts'
import { checkStatusSchema, type CheckStatus } from '#shared/health/check-status.ts'
import { tableTopic } from '#shared/live/table-topic.ts'
import { defineTopic } from '#shared/live/topic.ts'
import { idSchema } from '#shared/primitives/id.ts'

export const healthChecks = defineTopic<Record<string, never>, CheckRow>({
  name: 'health.checks',
  params: z.strictObject({}),
  row: checkRowSchema,
  getKey: (row) => row.id,
  resource: 'canaries',
  shows: ['checks'],
  changedBy: ['canaries', 'checks', 'check_statuses'],
  getAbout: ({ canaryId: id, canaryName: name }) => ({ canary: { id, name } }),
  pollEveryMs: 5_000,
  staleAfterMs: 15_000,
  journalled: {
    ticking: [
      'message',
      'passed',
      'failed',
      'latencyMs',
      'lastRuntime',
      'nextRuntime',
      'lastFail',
      'recent',
      'recentMs',
    ],
  },
})

export const canaryTable = tableTopic('health.canaries', 'canaries', 'canaries')

export const healthStatuses = defineTopic<{ checkId: string }, CheckStatus>({
  name: 'health.statuses',
  params: z.strictObject({ checkId: idSchema }),
  row: checkStatusSchema,
  getKey: (row) => row.time,
  resource: 'canaries',
  shows: ['checks', 'check_statuses'],
  changedBy: ['check_statuses'],
  pollEveryMs: 5_000,
  hintedBy: 'checkId',
  staleAfterMs: 15_000,
})
