import type { Viewer } from '#shared/access/viewer.ts'
import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { GuardWrite } from '#relay/backend/data-api/request.ts'
import { aboutRun } from '#relay/backend/playbooks/access/about-run.ts'
import { can } from '#relay/backend/playbooks/access/can.ts'
import type { Queryable } from '#relay/database/database.ts'

interface Row extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly playbook_id: string | null
  readonly fallback_playbook_id: string | null
  readonly cause: string
}

const read = async (transaction: Queryable): Promise<ReadonlyMap<string, Row>> => {
  const { rows } = await transaction.query<Row>(
    `select id, playbook_id, fallback_playbook_id, jsonb_build_array(events, filter, wait_for)::text as cause
       from notifications where deleted_at is null and (playbook_id is not null or fallback_playbook_id is not null)`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const assertRuns = async (transaction: Queryable, viewer: Viewer, playbookId: string): Promise<void> => {
  if (can(viewer, 'playbook:run', await aboutRun(transaction, { playbook_id: playbookId }))) return
  throw new DataApiError(403, '42501', 'This rule starts a playbook that you are not allowed to run.', {
    hint: 'An administrator can save it, or grant you permission to run the playbook in Settings, Permissions.',
  })
}

/**
 * Rules start playbooks with the console's own permissions, so people who write them need the permission to run
 * the playbook.
 */
export const guardNotifications: GuardWrite = async (transaction, _relation, viewer) => {
  const before = await read(transaction)
  return async () => {
    for (const row of (await read(transaction)).values()) {
      const was = before.get(row.id)
      const isSame = was?.cause === row.cause
      for (const column of ['playbook_id', 'fallback_playbook_id'] as const) {
        const id = row[column]
        if (id !== null && !(isSame && was[column] === id)) await assertRuns(transaction, viewer, id)
      }
    }
  }
}
