import type { CatalogStep } from '#shared/playbooks/catalog-step.ts'
import { isId } from '#shared/primitives/id.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { toErrorSentence } from '#shared/primitives/thrown-error.ts'
import { playbookSource } from '#relay/backend/catalog/item-row.ts'
import { saveItem } from '#relay/backend/catalog/save-item.ts'
import { healths, type ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import { storableValue } from '#relay/backend/rows/storable-text.ts'
import type { Database } from '#relay/database/database.ts'
import type { ActionContext, ActionOutcome } from './action-context.ts'

const configMax = 1024 * 1024

const findScraper = async (database: Database, named: string): Promise<string> => {
  const [name = '', namespace] = named.split('/').toReversed()
  const { rows } = await database.query<{ id: string }>(
    `select id from config_scrapers
      where deleted_at is null and ${isId(named) ? 'id = $1' : 'name = $1 and coalesce($2, namespace) is not distinct from namespace'}`,
    isId(named) ? [named] : [name, namespace ?? null],
  )
  const [first] = rows
  if (first === undefined) throw new Error(`The scraper ${named} does not exist`)
  if (rows.length > 1) throw new Error(`${rows.length} scrapers are named ${named}. Write namespace/name, or the id`)
  return first.id
}

const readConfig = (config: CatalogStep['config']): unknown => {
  if (isMap(config)) return config
  const text = (config ?? '').trim()
  if (text === '') return {}
  if (text.length > configMax) throw new Error(`config is larger than ${configMax / 1024} KB`)
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw new Error(`config must be JSON: ${toErrorSentence(error)}`, { cause: error })
  }
  if (!isMap(parsed) && !Array.isArray(parsed)) throw new Error('config must be a JSON object or list')
  return parsed
}

const toItem = ({
  name,
  type,
  config_class: configClass,
  health,
  status,
  tags,
  labels,
  config,
}: CatalogStep): ScrapedItem => ({
  type,
  id: name,
  aliases: [],
  configClass: configClass ?? type.split('::').at(-1) ?? type,
  name,
  description: null,
  icon: null,
  status: status ?? null,
  health: healths.find((each) => each === health) ?? null,
  ready: null,
  labels: labels ?? {},
  tags: tags ?? {},
  properties: [],
  config: readConfig(config),
  source: playbookSource,
  createdAt: null,
  deletedAt: null,
  changes: [],
  insights: [],
  links: [],
})

let lastMs = 0
/** Two steps that save one item at the same moment would count as one read of a source that has the item twice. */
const nextMoment = (): string => {
  lastMs = Math.max(Date.now(), lastMs + 1)
  return new Date(lastMs).toISOString()
}

export const runCatalog = async (step: CatalogStep, { catalog, mask }: ActionContext): Promise<ActionOutcome> => {
  const { name, type } = step
  try {
    if ([name, type].some((text) => mask.isSecretIn(text)))
      throw new Error('The name or the type of the item contains a secret')
    const scrape = { scraperId: await findScraper(catalog.database, step.scraper), at: nextMoment() }
    const saved = await saveItem(catalog, scrape, storableValue(mask.inRecord(toItem(step))))
    return { result: { ...saved, name, type }, error: null }
  } catch (error) {
    return { result: {}, error: toErrorSentence(error) }
  }
}
