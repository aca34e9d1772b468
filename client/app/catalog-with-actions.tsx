import type { WholeChange } from '#client/features/catalog/changes/changes-api.ts'
import { ChangesPage } from '#client/features/catalog/changes/changes-page.tsx'
import type { Insight } from '#client/features/catalog/insights/insights-api.ts'
import { InsightsPage } from '#client/features/catalog/insights/insights-page.tsx'
import { LinkAction } from './incident-actions.tsx'

export const changeActions = ({ id, config, change_type: type, summary }: WholeChange) => (
  <LinkAction resource={{ kind: 'change', id, name: [config?.name, summary || type].filter(Boolean).join(': ') }} />
)

export const insightActions = ({ id, summary, message, analyzer }: Insight) => (
  <LinkAction resource={{ kind: 'insight', id, name: summary ?? message ?? analyzer ?? id }} />
)

export function ChangesWithActions() {
  return <ChangesPage renderActions={changeActions} />
}

export function InsightsWithActions() {
  return <InsightsPage renderActions={insightActions} />
}
