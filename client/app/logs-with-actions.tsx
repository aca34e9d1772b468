import { LogsPage, type LoggedLines } from '#client/features/logs/logs-page.tsx'
import { LinkAction } from './incident-actions.tsx'

const linesMax = 200

const renderActions = ({ component, lines }: LoggedLines) => (
  <LinkAction resource={{ kind: 'log', ...component, lines: lines.slice(0, linesMax) }} />
)

export function LogsWithActions() {
  return <LogsPage renderActions={renderActions} />
}
