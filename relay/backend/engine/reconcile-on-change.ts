import type { FastifyBaseLogger } from 'fastify'
import type { OnChange } from '#relay/backend/rows/change.ts'
import type { Database } from '#relay/database/database.ts'

interface ReconcileOnChangeOptions {
  readonly database: Database
  readonly relations: readonly string[]
  readonly reconcile: () => Promise<void>
  readonly log: FastifyBaseLogger
  readonly settleMs?: number
  readonly rescanEveryMs?: number
}

/** On a database server, also polls: others can write to it. */
export const reconcileOnChange = ({
  database,
  relations,
  reconcile,
  log,
  settleMs = 50,
  rescanEveryMs = 30_000,
}: ReconcileOnChangeOptions): { readonly onWrite: OnChange; readonly stop: () => void } => {
  let settling: NodeJS.Timeout | undefined
  const follow = () => {
    settling = undefined
    reconcile().catch((error: unknown) => {
      log.warn({ err: error, relation: relations[0] }, 'reconcile failed, retrying')
      settling ??= setTimeout(follow, rescanEveryMs)
    })
  }
  const rescan = database.kind === 'server' ? setInterval(follow, rescanEveryMs) : undefined
  return {
    onWrite: ({ relation }) => {
      if (relations.includes(relation)) settling ??= setTimeout(follow, settleMs)
    },
    stop: () => {
      clearTimeout(settling)
      clearInterval(rescan)
    },
  }
}
