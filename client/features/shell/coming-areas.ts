import { routes } from '#client/lib/routes.ts'

export interface ComingArea {
  readonly title: string
  /** What will stand here, in a sentence or two. */
  readonly will: string
  /** Where to go meanwhile. */
  readonly meanwhile: readonly { readonly label: string; readonly href: string }[]
}

const health = { label: 'Open health', href: routes.health }
const docs = { label: 'Read the docs', href: routes.docs }

const area = (title: string, will: string): ComingArea => ({ title, will, meanwhile: [health, docs] })

/** The areas that this build does not hold yet, by the pattern of their route. */
export const comingAreas: Readonly<Record<string, ComingArea>> = {
  [routes.topologyCard]: area('Topology', 'One topology as a card: its state, its headline properties, its children.'),
  [routes.topology]: area(
    'Dashboard',
    'Cards of all topologies with their state, worst first, down to their components.',
  ),
  [routes.topologyItem]: area('Component', 'One component with its parts, properties, incidents, changes and checks.'),
  [routes.health]: area('Health', 'Every check with its state, uptime and latency, as they change.'),
  [routes.incidents]: area('Incidents', 'Open incidents with severity, owner and age, newest trouble first.'),
  [routes.incident]: area('Incident', 'One incident: hypotheses, evidence, responders, and what counts as done.'),
  [routes.catalog]: area('Catalog', 'Configuration items with their type, health, changes, insights and cost.'),
  [routes.catalogChanges]: area('Changes', 'What changed in which configuration item, when, and by whom.'),
  [routes.catalogInsights]: area('Insights', 'What analysers found in configuration items, by severity.'),
  [routes.scrapers]: area('Catalog Scrapers', 'What fills the catalog: its sources, their schedules and last runs.'),
  [routes.configItem]: area('Configuration item', 'One item: its configuration, properties, labels and cost.'),
  [routes.configItemChanges]: area('Changes of the item', 'What changed in this item and in what it depends on.'),
  [routes.configItemInsights]: area('Insights of the item', 'What analysers found in this item.'),
  [routes.configItemRelationships]: area(
    'Relationships of the item',
    'What this item depends on and what depends on it.',
  ),
  [routes.configItemPlaybooks]: area(
    'Playbooks of the item',
    'The playbooks that can run on this item, and their runs.',
  ),
  [routes.configItemChecks]: area('Checks of the item', 'The checks that watch this item.'),
  [routes.logs]: area('Logs', 'Log lines of a component, searched, followed and linked to incidents.'),
  [routes.notifications]: area('Notifications', 'What was sent to whom, what failed, and what was held back.'),
  [routes.notificationRules]: area('Notification rules', 'Which events notify whom, and how often.'),
  [routes.silences]: area('Silences', 'What is silenced, until when, and why.'),
  [routes.silenceAdd]: area('Add silence', 'A form that silences a resource, a selector or a filter for a time.'),
  [routes.connections]: area('Connections', 'How the backend reaches other systems, with a test of each.'),
  [routes.eventQueue]: area('Event Queue Status', 'Events that wait or failed, with their attempts.'),
  [routes.agents]: area('Agents', 'Agents on other clusters, and when each was last heard.'),
  [routes.integrations]: area(
    'Integrations',
    'Scrapers, topologies and log backends in one list, with a wizard to add one.',
  ),
  [routes.integration]: area('Integration', 'One integration: its form, its specification, its job history.'),
  [routes.profile]: area(
    'Profile',
    'Your name, password, second factor and recovery codes. Without sign-in there is no profile to keep.',
  ),
}
