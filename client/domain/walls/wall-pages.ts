import { routes } from '#client/lib/address/routes.ts'

export const wallPages = [
  { address: routes.healthWall, name: 'Health' },
  { address: routes.topology, name: 'Dashboard' },
  { address: routes.incidents, name: 'Incidents' },
  { address: routes.catalog, name: 'Catalog' },
  { address: routes.catalogChanges, name: 'Catalog changes' },
  { address: routes.catalogInsights, name: 'Catalog insights' },
  { address: routes.playbooks, name: 'Playbooks' },
  { address: routes.playbookRuns, name: 'Playbook runs' },
  { address: routes.logs, name: 'Logs' },
  { address: routes.notifications, name: 'Notifications' },
  { address: routes.jobs, name: 'Job history' },
] as const
