import { flowPages } from '#shared/identity/flow-pages.ts'

export const routes = {
  home: '/',
  topologyCard: '/view/topology/:id',
  healthWall: '/view/health',
  wall: '/wall/:name',
  topology: '/topology',
  topologyItem: '/topology/:id',
  health: '/health',
  incidents: '/incidents',
  incident: '/incidents/:id',
  statusPage: '/status',
  catalog: '/catalog',
  catalogChanges: '/catalog/changes',
  catalogInsights: '/catalog/insights',
  scrapers: '/catalog/scrapers',
  scraper: '/catalog/scrapers/:id',
  configItem: '/catalog/:id',
  configItemChanges: '/catalog/:id/changes',
  configItemInsights: '/catalog/:id/insights',
  configItemRelationships: '/catalog/:id/relationships',
  configItemPlaybooks: '/catalog/:id/playbooks',
  configItemChecks: '/catalog/:id/checks',
  configItemIncidents: '/catalog/:id/incidents',
  configItemCosts: '/catalog/:id/costs',
  logs: '/logs',
  playbooks: '/playbooks',
  playbookRuns: '/playbooks/runs',
  playbookRun: '/playbooks/runs/:id',
  playbook: '/playbooks/:id',
  notifications: '/notifications',
  notificationRules: '/notifications/rules',
  notificationRule: '/notifications/rules/:id',
  notificationWhy: '/notifications/why',
  notificationMine: '/notifications/mine',
  notificationMessage: '/notifications/message',
  silences: '/notifications/silences',
  silenceAdd: '/notifications/silences/add',
  settings: '/settings',
  connections: '/settings/connections',
  permissions: '/settings/permissions',
  users: '/settings/users',
  jobs: '/settings/jobs',
  featureFlags: '/settings/feature-flags',
  logBackends: '/settings/log-backends',
  eventQueue: '/settings/event-queue-status',
  agents: '/settings/agents',
  audit: '/settings/audit',
  backup: '/settings/backup',
  relays: '/settings/relays',
  screens: '/settings/screens',
  integrations: '/settings/integrations',
  integration: '/settings/integrations/:type/:id',
  settingsTable: '/settings/:table',
  settingsRow: '/settings/:table/:id',
  docs: '/docs',
  doc: '/docs/:name',
  permissionsHelp: '/docs/reference/permissions',
  login: flowPages.login,
  registration: flowPages.registration,
  recovery: flowPages.recovery,
  verification: flowPages.verification,
  logout: flowPages.logout,
  profile: flowPages.settings,
  error: '/error',
} as const

export const hostedRoutes = {
  stateChecker: '/auth-state-checker',
  organisationSwitched: '/organizations/orgs-switched',
} as const

export const homes = ['/', hostedRoutes.stateChecker, hostedRoutes.organisationSwitched] as const

export const settingsCrumbs = [{ label: 'Settings', href: routes.settings }]

export const redirects = [
  { from: '/configs', to: '/catalog' },
  { from: '/config-db', to: '/catalog' },
  { from: '/config/*', to: '/catalog/*' },
  { from: '/settings/notifications/*', to: '/notifications/*' },
  { from: '/settings/notifications', to: '/notifications' },
  { from: '/settings/config_scrapers', to: '/catalog/scrapers' },
  { from: '/notifications/silence', to: '/notifications/silences/add' },
] as const

export const linkTo = (pattern: string, params: Readonly<Record<string, string>>): string =>
  pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
