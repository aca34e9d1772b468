import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { CheckRow } from '#shared/health/check-row.ts'
import { canaryHref, configHref, incidentHref } from '#client/features/health/health-links.ts'
import { detailQuery, incidentsQuery } from './health-api.ts'

export function CheckRelations({ check }: { readonly check: CheckRow }) {
  const { data: detail } = useQuery(detailQuery(check.id))
  const { data: incidents = [] } = useQuery(incidentsQuery(check.id))
  const configs = (detail?.configs ?? []).flatMap(({ configs: config }) => config ?? [])
  return (
    <span className="check-relations">
      <span>
        <span className="faint">canary</span>{' '}
        <Link className="link" href={canaryHref(check.canaryId)}>
          {check.canaryName || check.canaryId}
        </Link>
      </span>
      {configs.map((config) => (
        <span key={config.id}>
          <span className="faint">config</span>{' '}
          <Link className="link" href={configHref(config.id)}>
            {config.name}
          </Link>
        </span>
      ))}
      {incidents.map((incident) => (
        <span key={incident.id}>
          <span className="faint">incident</span>{' '}
          <Link className="link" href={incidentHref(incident.id)}>
            {incident.incident_id ? `${incident.incident_id} ` : ''}
            {incident.title}
          </Link>
        </span>
      ))}
    </span>
  )
}
