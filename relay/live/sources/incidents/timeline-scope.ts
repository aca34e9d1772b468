import type { Principal } from '#shared/access/decide.ts'
import type { Observed } from '#shared/incidents/timeline-parts.ts'
import { isAllowed } from '#relay/is-allowed.ts'

type EvidenceRow = Readonly<Record<string, unknown>>

const readConfigId = (row: unknown): unknown =>
  typeof row === 'object' && row !== null && 'config_id' in row ? row.config_id : null

/**
 * Lines of evidence that the viewer sees; lines of runs and notifications only for viewers who can read all of them.
 */
export const observedFor = (
  viewer: Principal,
  incidentId: string,
  lines: readonly Observed[],
  evidences: readonly EvidenceRow[],
): readonly Observed[] => {
  const resourceIds = new Set<unknown>([incidentId.toLowerCase()])
  for (const row of evidences) {
    const items = [readConfigId(row['config_changes']), readConfigId(row['config_analysis'])]
    for (const id of [row['check_id'], row['config_id'], row['component_id'], ...items])
      if (id != null) resourceIds.add(id)
  }
  const readsAll = (resource: 'playbook_runs' | 'notifications') => isAllowed(viewer, { action: 'read', resource })
  const [runs, sends] = [readsAll('playbook_runs'), readsAll('notifications')]
  return lines.filter(
    ({ about, thing_id: resourceId }) =>
      resourceIds.has(resourceId) && (about !== 'run' || runs) && (about !== 'send' || sends),
  )
}
