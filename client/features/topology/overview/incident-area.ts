import { z } from 'zod'
import { attentionQueries, openIncidents } from '#shared/live/attention-topics.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { useAllows } from '#client/api/session/use-allows.ts'
import { useCountedRows } from '#client/domain/attention/counted-rows.ts'
import { incidentName } from '#client/domain/incidents/incident-state.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { linesMax, toArea, type Area, type FindingLine } from './area.ts'
import { countedFinding, toSource } from './counted-finding.ts'

const incidentSchema = z.object({
  id: z.string(),
  incident_id: z.string().nullable(),
  title: z.string().nullish(),
  created_at: z.string().nullish(),
})

const toLine = ({ title, created_at: at, ...incident }: z.infer<typeof incidentSchema>): FindingLine => ({
  key: incident.id,
  name: incidentName(incident),
  text: title ?? '',
  sinceMs: at ? Date.parse(at) : null,
  href: linkTo(routes.incident, { id: incident.id }),
})

export const useIncidentArea = (): Area | null => {
  const isAllowed = useAllows()(openIncidents.resource, 'read')
  const open = useCountedRows(openIncidents, {
    queryKey: ['overview', 'incidents'],
    relation: 'incidents',
    row: incidentSchema,
    toQuery: () => ({
      ...attentionQueries.incidents,
      select: 'id,incident_id,title,created_at',
      order: 'acknowledged.desc.nullsfirst,created_at.desc',
      limit: linesMax,
    }),
    enabled: isAllowed,
  })
  if (!isAllowed) return null
  return toArea('Incidents', [toSource(open)], () => ({
    healthyText: 'no open incidents',
    findings: [
      countedFinding(open, {
        key: 'open incidents',
        state: 'unhealthy',
        isBroken: true,
        href: routes.incidents,
        toTitle: (count) => formatCount(count, 'open incident'),
        toLine,
      }),
    ],
  }))
}
