import type { Database, Queryable } from '#relay/database/database.ts'
import { dueSendColumns, endSend, readDueSends, type DueSend } from '#relay/backend/notifications/outbox/outbox.ts'

interface Ended {
  readonly send: DueSend
  /** Null when the run completed, or was cancelled by a person. */
  readonly error: string | null
}

const statusLabels: Readonly<Record<string, string>> = { failed: 'failed', timed_out: 'timed out' }

const atOnce = 50

/** Locked until the transaction ends, so that one relay instance decides about each. */
const takeEnded = async (transaction: Queryable): Promise<readonly Ended[]> => {
  const { rows } = await transaction.query<{ readonly run_status: string; readonly run_error: string | null }>(
    `select ${dueSendColumns}, run_status, run_error
       from notification_send_history as send join lateral (
         select playbook_runs.status as run_status, playbook_runs.error as run_error from playbook_runs where playbook_runs.id = send.playbook_run_id) as runs on true
      where send.status = 'pending_playbook_completion' and run_status in ('completed', 'failed', 'cancelled', 'timed_out')
      order by id limit ${atOnce} for update of send skip locked`,
  )
  return rows.flatMap((row) => {
    const [send] = readDueSends([row])
    const label = statusLabels[row.run_status]
    const reason = row.run_error === null || row.run_error === '' ? '.' : `: ${row.run_error}`
    return send === undefined ? [] : [{ send, error: label === undefined ? null : `The playbook ${label}${reason}` }]
  })
}

/** Messages that started a playbook end with its run. The ids are of those that ended. */
export const endPlaybookSends = (
  database: Database,
  onFailure: (transaction: Queryable, send: DueSend, error: string) => Promise<void>,
): Promise<readonly DueSend[]> =>
  database.transaction(async (transaction) => {
    const ended = await takeEnded(transaction)
    for (const { send, error } of ended)
      await (error === null ? endSend(transaction, send.id, { status: 'sent' }) : onFailure(transaction, send, error))
    return ended.map(({ send }) => send)
  })
