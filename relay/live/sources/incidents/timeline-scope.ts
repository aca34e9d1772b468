import { decide, type Principal } from '#shared/access/decide.ts'
import type { Observed } from '#shared/incidents/timeline-parts.ts'

/** A piece of evidence as the data API gives it. */
type EvidenceRow = Readonly<Record<string, unknown>>

const readConfigId = (row: unknown): unknown =>
  typeof row === 'object' && row !== null && 'config_id' in row ? row.config_id : null

/** The lines that somebody with rights to a part may read: of what is evidence they see, and of runs and messages where they see all. */
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
  const readsAll = (resource: 'playbook_runs' | 'notifications') =>
    decide(viewer, { action: 'read', resource }, { nowMs: Date.now() }).answer === 'allowed'
  const [runs, sends] = [readsAll('playbook_runs'), readsAll('notifications')]
  return lines.filter(
    ({ about, thing_id: resourceId }) =>
      resourceIds.has(resourceId) && (about !== 'run' || runs) && (about !== 'send' || sends),
  )
}
