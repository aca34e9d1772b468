import { LogsPage, type LoggedLines } from '#client/features/logs/logs-page.tsx'
import { LinkAction } from './incident-actions.tsx'

/** So many lines say what there is to say, and evidence is read whole each time. */
const linesMax = 200

const actionsOf = ({ component, lines }: LoggedLines) => (
  <LinkAction thing={{ kind: 'log', ...component, lines: lines.slice(0, linesMax) }} />
)

/** Logs, whose lines can become evidence of an incident. */
export function LogsWithActions() {
  return <LogsPage actionsOf={actionsOf} />
}
