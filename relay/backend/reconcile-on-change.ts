import type { FastifyBaseLogger } from 'fastify'
import type { OnChange } from '#relay/backend/change.ts'
import type { Checks } from '#relay/backend/checks/checks.ts'
import type { Database } from '#relay/database/database.ts'

export interface ReconcileOnChangeOptions {
  readonly database: Database
  readonly checks: Pick<Checks, 'reconcile'>
  readonly log: FastifyBaseLogger
  readonly settleMs?: number
  readonly rescanEveryMs?: number
}

/**
 * Makes the schedules follow rows of `canaries` and `checks`: soon after somebody wrote them through the data API, and, on a
 * server that others can write to as well, again and again.
 */
export const reconcileOnChange = ({
  database,
  checks,
  log,
  settleMs = 50,
  rescanEveryMs = 30_000,
}: ReconcileOnChangeOptions): { readonly onWrite: OnChange; readonly stop: () => void } => {
  let settling: NodeJS.Timeout | undefined
  const reconcile = () => {
    settling = undefined
    checks.reconcile().catch((error: unknown) => {
      log.error({ err: error }, 'Rows of canaries could not be put in force; this is tried again.')
      settling ??= setTimeout(reconcile, rescanEveryMs)
    })
  }
  const rescan = database.kind === 'server' ? setInterval(reconcile, rescanEveryMs) : undefined
  return {
    onWrite: ({ relation }) => {
      if (relation === 'canaries' || relation === 'checks') settling ??= setTimeout(reconcile, settleMs)
    },
    stop: () => {
      clearTimeout(settling)
      clearInterval(rescan)
    },
  }
}
