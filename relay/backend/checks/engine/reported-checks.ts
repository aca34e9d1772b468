import type { Acknowledgement } from '#shared/health/acknowledgement.ts'
import { localAgent } from '#shared/agents/local-agent.ts'
import { acknowledgedColumn } from '#relay/backend/checks/store/acknowledgement-store.ts'
import { formatSchedule } from '#relay/backend/checks/spec/canary-spec.ts'
import { confirmationSchema } from '#relay/backend/checks/spec/confirmation.ts'
import type { CheckRecord } from '#relay/backend/checks/store/live-check.ts'
import { parseSchedule } from '#relay/backend/schedule/schedule.ts'
import type { Queryable } from '#relay/database/database.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'

interface ReportedRow {
  readonly id: string
  readonly canary_id: string
  readonly canary_name: string
  readonly canary_namespace: string
  readonly canary_labels: Readonly<Record<string, string>> | null
  readonly schedule: string | null
  readonly interval: string | null
  readonly agent_id: string
  readonly name: string
  readonly namespace: string | null
  readonly type: string
  readonly icon: string | null
  readonly description: string | null
  readonly labels: Readonly<Record<string, string>> | null
  readonly severity: string | null
  readonly owner: string | null
  readonly created_at: string
  readonly silenced_at: string | null
  readonly acknowledged: Acknowledgement | null
  readonly confirmation: unknown
}

const parseIntervalMs = (schedule: string): number | null => {
  if (schedule === '') return null
  try {
    return parseSchedule(schedule).intervalMs
  } catch (error) {
    if (error instanceof ExpectedError) return null
    throw error
  }
}

export const readReportedChecks = async (database: Queryable): Promise<CheckRecord[]> => {
  const { rows } = await database.query<ReportedRow>(
    `select checks.id, checks.canary_id, canaries.name as canary_name, canaries.namespace as canary_namespace,
            canaries.labels as canary_labels, canaries.spec ->> 'schedule' as schedule,
            canaries.spec ->> 'interval' as interval, checks.agent_id, checks.name, checks.namespace, checks.type, checks.icon,
            checks.description, checks.labels, checks.severity, checks.owner, checks.created_at, checks.silenced_at,
            checks.spec -> 'confirmation' as confirmation, ${acknowledgedColumn}
       from checks
       join canaries on canaries.id = checks.canary_id and canaries.deleted_at is null
       join agents on agents.id = checks.agent_id and agents.deleted_at is null
      where checks.deleted_at is null and checks.agent_id <> '${localAgent}'
      order by checks.created_at, checks.id`,
  )
  return rows.map(({ schedule: scheduleText, interval, ...row }) => {
    const schedule = formatSchedule(scheduleText, interval)
    return {
      id: row.id,
      canaryId: row.canary_id,
      canaryName: row.canary_name,
      canaryNamespace: row.canary_namespace,
      name: row.name,
      namespace: row.namespace ?? row.canary_namespace,
      type: row.type,
      icon: row.icon ?? '',
      description: row.description ?? '',
      labels: { ...row.canary_labels, ...row.labels },
      severity: row.severity ?? '',
      owner: row.owner ?? '',
      agentId: row.agent_id,
      endpoint: '',
      schedule,
      intervalMs: parseIntervalMs(schedule),
      createdAt: row.created_at,
      silencedAt: row.silenced_at,
      acknowledged: row.acknowledged,
      configError: '',
      dependsOn: [],
      confirmation: confirmationSchema.safeParse(row.confirmation).data,
    }
  })
}
