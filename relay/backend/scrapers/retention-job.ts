import { dayMs } from '#shared/primitives/time-units.ts'
import type { Job } from '#relay/backend/jobs/jobs.ts'
import {
  deleteChanges,
  deleteInsights,
  deleteVersions,
  removeDeleted,
  type ScraperRule,
  type RuleOwner,
} from '#relay/backend/catalog/retention.ts'
import type { Properties } from '#relay/backend/properties/properties.ts'
import type { ScraperInForce } from '#relay/backend/scrapers/run-scraper.ts'
import type { Database } from '#relay/database/database.ts'
import type { RetentionShare } from '#relay/database/retention-share.ts'

/** Days; each key is the name of a property. */
const retentionDefaults = {
  'config.changes.retention.days': 60,
  'config.analysis.retention.days': 60,
  'config.items.retention.days': 7,
} as const

interface RetentionJobOptions {
  readonly database: Database
  readonly properties: Properties
  readonly retentionShare: RetentionShare
  readonly inForce: () => Iterable<ScraperInForce>
}

const rest = (except: readonly ScraperRule[]): RuleOwner => ({ kind: 'rest', except })

export const catalogRetentionJob = ({ database, properties, retentionShare, inForce }: RetentionJobOptions): Job => {
  const readRetentionMs = async (name: keyof typeof retentionDefaults) =>
    (await properties.number(name, retentionDefaults[name], 0)) * dayMs * retentionShare.current()
  return {
    name: 'Catalog retention',
    schedule: '@every 1h',
    resourceType: 'configs',
    run: async () => {
      const details = { config_changes: 0, config_analysis: 0, config_items: 0 }
      const [changes, types]: [ScraperRule[], ScraperRule[]] = [[], []]
      for (const { id, spec } of inForce()) {
        const own = { kind: 'scraper', id } as const
        for (const rule of spec.retention.changes) {
          changes.push({ scraperId: id, name: rule.name })
          details.config_changes += await deleteChanges(database, own, rule)
        }
        for (const rule of spec.retention.types.filter(({ deletedMs }) => deletedMs !== undefined)) {
          types.push({ scraperId: id, name: rule.name })
          details.config_items += await removeDeleted(database, own, rule)
        }
      }
      const [changesMs, insightsMs, itemsMs] = [
        await readRetentionMs('config.changes.retention.days'),
        await readRetentionMs('config.analysis.retention.days'),
        await readRetentionMs('config.items.retention.days'),
      ]
      details.config_changes += await deleteChanges(database, rest(changes), { name: '*', ageMs: changesMs })
      await deleteVersions(database, changesMs)
      details.config_analysis += await deleteInsights(database, insightsMs)
      details.config_items += await removeDeleted(database, rest(types), { name: '*', deletedMs: itemsMs })
      return { count: Object.values(details).reduce((sum, count) => sum + count, 0), details }
    },
  }
}
