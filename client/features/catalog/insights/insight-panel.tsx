import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { SeverityTag } from '#client/domain/catalog/severity-tag.tsx'
import { Slot } from '#client/domain/slots/slot.tsx'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Properties } from '#client/ui/layout/properties.tsx'
import { SidePanel } from '#client/ui/layout/side-panel.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { insightQuery, type WholeInsight } from './insights-api.ts'

const analysisText = ({ analysis }: WholeInsight): string | null => {
  if (typeof analysis === 'string') return analysis === '' ? null : analysis
  if (analysis === null || analysis === undefined) return null
  const text = JSON.stringify(analysis, null, 2)
  return text === '{}' || text === '[]' ? null : text
}

interface InsightPanelProps {
  readonly id: string
  readonly onClose: () => void
}

export function InsightPanel({ id, onClose }: InsightPanelProps) {
  const { data: insight, error, isPending, refetch } = useQuery(insightQuery(id))
  if (!insight)
    return (
      <SidePanel title="Insight" onClose={onClose}>
        {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {isPending && error === null ? <SkeletonRows label="Loading insight" /> : null}
        {insight === null ? (
          <EmptyState title="Insight not found">
            <p>It was removed, or you do not have access to its item.</p>
          </EmptyState>
        ) : null}
      </SidePanel>
    )
  const { config, summary, message } = insight
  const analysis = analysisText(insight)
  return (
    <SidePanel
      title={insight.analyzer ?? 'Insight'}
      mark={<SeverityTag severity={insight.severity} />}
      facts={<span>{insight.status}</span>}
      actions={
        <Slot
          name="linkToIncident"
          resource={{ kind: 'insight', id, name: summary ?? message ?? insight.analyzer ?? id }}
        />
      }
      onClose={onClose}
    >
      <div className="change-body">
        {summary === null || summary === message ? null : <p>{summary}</p>}
        {message === null ? null : <p>{message}</p>}
        <Properties
          entries={[
            [
              'Catalog',
              config ? (
                <Link key="item" href={linkTo(routes.configItem, { id: config.id })}>
                  {config.name ?? config.id}
                </Link>
              ) : undefined,
            ],
            ['Type', insight.analysis_type ?? undefined],
            ['First observed', <Moment key="first" at={insight.first_observed} />],
            ['Last observed', <Moment key="last" at={insight.last_observed} />],
          ]}
        />
        {analysis === null ? null : <pre className="item-spec">{analysis}</pre>}
      </div>
    </SidePanel>
  )
}
