import { linkTo, routes } from '#client/lib/address/routes.ts'

const patterns: Readonly<Record<string, string>> = {
  canary: '/settings/canaries/:id',
  config_scraper: routes.scraper,
  catalog_scraper: routes.scraper,
  topology: '/settings/topologies/:id',
  config: routes.configItem,
  playbook: routes.playbook,
}

export const resourceHref = (type: string, id: string): string | null => {
  const pattern = Object.hasOwn(patterns, type) ? patterns[type] : undefined
  return pattern === undefined || id === '' ? null : linkTo(pattern, { id })
}

export const agentHref = (id: string): string => `${routes.agents}?id=${encodeURIComponent(id)}`
