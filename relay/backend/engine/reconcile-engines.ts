import { followDeletedAgents } from '#relay/backend/agents/clean-up.ts'
import type { Change } from '#relay/backend/rows/change.ts'
import { createCheckLinks } from '#relay/backend/checks/engine/check-links.ts'
import type { EngineDeps } from '#relay/backend/engine/engine-deps.ts'
import type { Engines } from '#relay/backend/engine/engines.ts'
import { reconcileOnChange } from '#relay/backend/engine/reconcile-on-change.ts'

export const reconcileEngines = (
  { database, changes, log, work }: EngineDeps,
  { checks, scrapers, topologies }: Pick<Engines, 'checks' | 'scrapers' | 'topologies'>,
) => {
  const reconcile = (relations: readonly string[], bringInLine: () => Promise<void>, settleMs?: number) =>
    reconcileOnChange({ database, relations, reconcile: bringInLine, log, ...(settleMs !== undefined && { settleMs }) })

  const linkChecks = createCheckLinks(database, changes.emit, log)
  const links = reconcile(
    ['canaries', 'config_items', 'components'],
    async () => {
      if (work.canStart('check links')) await linkChecks()
    },
    1_000,
  )
  const unfollowLinks = changes.listen(links.onWrite)
  const follows = [
    links,
    reconcile(['canaries', 'checks'], () => checks.reconcile()),
    reconcile(['config_scrapers'], () => scrapers.reconcile()),
    reconcile(['agents'], async () => {
      await followDeletedAgents(database, changes.emit)
      await checks.reconcile()
    }),
    reconcile(['topologies'], () => topologies.reconcile()),
  ]
  return {
    onWrite: (change: Change): void => {
      for (const follow of follows) follow.onWrite(change)
    },
    stop: (): void => {
      unfollowLinks()
      for (const follow of follows) follow.stop()
    },
  }
}
