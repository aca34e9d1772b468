const apiVersions: Readonly<Record<string, string>> = {
  Canary: 'canaries.flanksource.com/v1',
  Topology: 'canaries.flanksource.com/v1',
  ScrapeConfig: 'configs.flanksource.com/v1',
}

export const getApiVersion = (kind: string): string => apiVersions[kind] ?? 'mission-control.flanksource.com/v1'
