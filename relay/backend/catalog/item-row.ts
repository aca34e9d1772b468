import type { ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'

export interface Scrape {
  readonly scraperId: string
  /** Start of the run, ISO 8601. */
  readonly at: string
}

/** Of items that a step of a playbook saves: no run of their scraper finds them. */
export const playbookSource = 'playbook'

export const toItemRow = (item: ScrapedItem, position: number) => ({
  place: position,
  type: item.type,
  external_id: [item.id, ...item.aliases],
  config_class: item.configClass,
  name: item.name,
  description: item.description,
  icon: item.icon,
  status: item.status,
  health: item.health ?? 'unknown',
  ready: item.ready,
  labels: item.labels,
  tags: item.tags,
  properties: item.properties,
  cost_per_minute: item.costs?.perMinute ?? null,
  cost_total_1d: item.costs?.day ?? null,
  cost_total_7d: item.costs?.week ?? null,
  cost_total_30d: item.costs?.month ?? null,
  config: item.config,
  source: item.source,
  created_at: item.createdAt,
  deleted_at: item.deletedAt,
  delete_reason: item.deletedAt === null ? null : (item.deleteReason ?? 'SOURCE'),
})

export const itemRecordColumns = `(place int, type text, external_id text[], config_class text, name text, description text, icon text,
  status text, health text, ready boolean, labels jsonb, tags jsonb, properties jsonb, cost_per_minute numeric,
  cost_total_1d numeric, cost_total_7d numeric, cost_total_30d numeric, config jsonb, source text,
  created_at timestamptz, deleted_at timestamptz, delete_reason text)`
