/** What `integration_type` of integrations_with_status may be. */
export const integrationTypes = ['scrapers', 'topologies', 'logging_backends'] as const
type IntegrationType = (typeof integrationTypes)[number]

/** Whether an address names a type of integration: letter by letter, capitals included (ledger SHELL-44). */
export const isIntegrationType = (name: string): name is IntegrationType =>
  integrationTypes.some((type) => type === name)
