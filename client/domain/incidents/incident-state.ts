import type { State } from '#client/ui/state-mark.tsx'
import { isOver } from '#shared/incidents/incident-values.ts'

export const incidentState = (status: string): State =>
  isOver(status) ? 'healthy' : status === 'mitigated' ? 'warning' : 'unhealthy'

export const incidentName = ({
  incident_id: number,
  id,
}: {
  readonly incident_id: string | null
  readonly id: string
}) => number ?? id.slice(0, 8)
