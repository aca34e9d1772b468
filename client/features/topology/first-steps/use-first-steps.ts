import { healthChecks } from '#shared/health/health-topics.ts'
import { useAllows } from '#client/api/session/use-allows.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useIsWall } from '#client/lib/address/use-is-wall.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { consoleNamespace } from './own-namespaces.ts'

const noParams = {}

/** Null on a console with checks, unless the checklist was started or opened again; unknown before checks are read. */
export const useFirstSteps = (): 'checklist' | 'notice' | 'unknown' | null => {
  const allows = useAllows()
  const isWall = useIsWall(routes.topology)
  const preference = usePreferences(({ firstSteps }) => firstSteps)
  const canRead = allows(healthChecks.resource, 'read')
  const { status, rows } = useTopic(healthChecks, canRead ? noParams : null)
  if (isWall || preference === 'hidden') return null
  const canCreate = allows('canaries', 'create')
  if (canCreate && preference === 'shown') return 'checklist'
  if (canRead && status === 'loading') return 'unknown'
  const isEmpty = status === 'live' && [...rows.values()].every(({ namespace }) => namespace === consoleNamespace)
  if (!isEmpty) return null
  return canCreate ? 'checklist' : 'notice'
}
