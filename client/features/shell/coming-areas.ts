import { routes } from '#client/lib/address/routes.ts'

export interface ComingArea {
  /** What will stand here, in a sentence or two. */
  readonly will: string
  /** Where to go meanwhile. */
  readonly meanwhile: readonly { readonly label: string; readonly href: string }[]
}

const health = { label: 'Open health', href: routes.health }
const docs = { label: 'Read the docs', href: routes.docs }

const area = (will: string): ComingArea => ({ will, meanwhile: [health, docs] })

/** The areas that this build does not hold yet, by the pattern of their route. */
export const comingAreas: Readonly<Record<string, ComingArea>> = {
  [routes.topologyCard]: area('One topology as a card: its state, its headline properties, its children.'),
  [routes.topology]: area('Cards of all topologies with their state, worst first, down to their components.'),
  [routes.topologyItem]: area('One component with its parts, properties, incidents, changes and checks.'),
  [routes.incidents]: area('Open incidents with severity, owner and age, newest trouble first.'),
  [routes.incident]: area('One incident: hypotheses, evidence, responders, and what counts as done.'),
  [routes.catalog]: area('Configuration items with their type, health, changes, insights and cost.'),
  [routes.catalogChanges]: area('What changed in which configuration item, when, and by whom.'),
  [routes.catalogInsights]: area('What analysers found in configuration items, by severity.'),
  [routes.scrapers]: area('What fills the catalog: its sources, their schedules and last runs.'),
  [routes.configItem]: area('One item: its configuration, properties, labels and cost.'),
  [routes.configItemChanges]: area('What changed in this item and in what it depends on.'),
  [routes.configItemInsights]: area('What analysers found in this item.'),
  [routes.configItemRelationships]: area('What this item depends on and what depends on it.'),
  [routes.configItemPlaybooks]: area('The playbooks that can run on this item, and their runs.'),
  [routes.configItemChecks]: area('The checks that watch this item.'),
  [routes.logs]: area('Log lines of a component, searched, followed and linked to incidents.'),
  [routes.notifications]: area('What was sent to whom, what failed, and what was held back.'),
  [routes.notificationRules]: area('Which events notify whom, and how often.'),
  [routes.silences]: area('What is silenced, until when, and why.'),
  [routes.silenceAdd]: area('A form that silences a resource, a selector or a filter for a time.'),
  [routes.connections]: area('How the backend reaches other systems, with a test of each.'),
  [routes.eventQueue]: area('Events that wait or failed, with their attempts.'),
  [routes.agents]: area('Agents on other clusters, and when each was last heard.'),
  [routes.integrations]: area('Scrapers, topologies and log backends in one list, with a wizard to add one.'),
  [routes.integration]: area('One integration: its form, its specification, its job history.'),
  [routes.profile]: area(
    'Your name, password, second factor and recovery codes. Without sign-in there is no profile to keep.',
  ),
}
