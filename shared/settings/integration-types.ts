export const integrationTypes = ['scrapers', 'topologies', 'logging_backends'] as const
type IntegrationType = (typeof integrationTypes)[number]

export const isIntegrationType = (name: string): name is IntegrationType =>
  integrationTypes.some((type) => type === name)
