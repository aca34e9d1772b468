import type { State } from '#client/ui/state-mark.tsx'
import { isOver } from '#shared/incidents/incident-values.ts'

/** How an incident is drawn: it hurts, it is held, or it is over. */
export const incidentState = (status: string): State =>
  isOver(status) ? 'healthy' : status === 'mitigated' ? 'warning' : 'unhealthy'

/** How an incident is called where nothing else says which one it is. */
export const incidentName = ({
  incident_id: number,
  id,
}: {
  readonly incident_id: string | null
  readonly id: string
}) => number ?? id.slice(0, 8)
