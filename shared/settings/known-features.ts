const shownBy = {
  topology: 'Dashboard',
  health: 'Health',
  incidents: 'Incidents',
  config: 'Catalog',
  logs: 'Logs',
  playbooks: 'Playbooks',
  'settings.agents': 'Agents in Settings',
  'settings.audit': 'Audit in Settings',
  'settings.backup': 'Backup in Settings',
  'settings.config_scraper': 'Catalog Scrapers in Settings',
  'settings.connections': 'Connections in Settings',
  'settings.event_queue_status': 'Event Queue Status in Settings',
  'settings.feature_flags': 'Feature Flags in Settings; this page keeps its address',
  'settings.health': 'Health Checks in Settings',
  'settings.integrations': 'Integrations in Settings',
  'settings.job_history': 'Job History in Settings',
  'settings.logging_backends': 'Log Backends in Settings',
  'settings.notifications': 'Notification Rules in Settings',
  'settings.permissions': 'Permissions in Settings',
  'settings.relays': 'Relays in Settings',
  'settings.rules': 'Rules in Settings',
  'settings.screens': 'Screens in Settings',
  'settings.teams': 'Teams in Settings',
  'settings.topology': 'Topologies in Settings',
  'settings.users': 'Users in Settings',
} as const

export type KnownFeature = keyof typeof shownBy

export const knownFeatures: ReadonlyMap<string, string> = new Map(Object.entries(shownBy))
