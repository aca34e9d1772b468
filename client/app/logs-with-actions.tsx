import { LogsPage, type LoggedLines } from '#client/features/logs/logs-page.tsx'
import { LinkAction } from './incident-actions.tsx'

/** So many lines say what there is to say, and evidence is read whole each time. */
const linesMax = 200

const renderActions = ({ component, lines }: LoggedLines) => (
  <LinkAction resource={{ kind: 'log', ...component, lines: lines.slice(0, linesMax) }} />
)

/** Logs, whose lines can become evidence of an incident. */
export function LogsWithActions() {
  return <LogsPage renderActions={renderActions} />
}
