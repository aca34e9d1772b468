import { hash } from 'node:crypto'
import { toItemRow, type Scrape } from '#relay/backend/catalog/item-row.ts'
import type { ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'

const noteMinutes = 15

const toItemKey = (scraperId: string, { type, id }: ScrapedItem): string => {
  const hex = hash('md5', JSON.stringify([scraperId, type, id]))
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const hashContent = (item: ScrapedItem): string =>
  hash(
    'sha1',
    JSON.stringify([toItemRow(item, 0), item.insights, item.links, ...(item.unaskedAnalyzers ?? [])]),
    'base64',
  )

interface Sighting {
  readonly config_id: string
  readonly key: string
  readonly content: string
  readonly is_late: boolean
}

/** Keys are positions in the list of items. */
interface Sightings {
  readonly same: ReadonlyMap<number, string>
  readonly changed: ReadonlySet<number>
}

export const findAgain = async (
  database: Queryable,
  { scraperId, at }: Scrape,
  items: readonly ScrapedItem[],
): Promise<Sightings> => {
  const keys = items.map((item) => toItemKey(scraperId, item))
  const { rows } = await database.query<Sighting>(
    `update relay.config_sightings set seen_at = $2 where key = any($1::uuid[]) and seen_at < $2
     returning config_id, key, content, noted_at < $2::timestamptz - interval '${noteMinutes} minutes' as is_late`,
    [keys, at],
  )
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const same = new Map<number, string>()
  const changed = new Set<number>()
  const late: string[] = []
  for (const [position, item] of items.entries()) {
    const row = byKey.get(keys[position] ?? '')
    if (row === undefined) continue
    if (row.content !== hashContent(item)) changed.add(position)
    else {
      same.set(position, row.config_id)
      if (row.is_late) late.push(row.config_id)
    }
  }
  if (late.length > 0)
    await database.query(
      `with noted as (update relay.config_sightings set noted_at = $2 where config_id = any($1::uuid[]))
       update config_items set last_scraped_time = $2 where id = any($1::uuid[])`,
      [late, at],
    )
  return { same, changed }
}

export interface SeenItem {
  readonly id: string
  readonly item: ScrapedItem
}

export const see = async (
  database: Queryable,
  { scraperId, at }: Scrape,
  items: readonly SeenItem[],
): Promise<void> => {
  if (items.length === 0) return
  await database.query(
    `insert into relay.config_sightings (config_id, key, content, seen_at, noted_at)
     select id, key, content, $2, $2 from jsonb_to_recordset($1::jsonb) as given (id uuid, key uuid, content text)
     on conflict (config_id) do update
        set key = excluded.key, content = excluded.content, seen_at = excluded.seen_at, noted_at = excluded.noted_at`,
    [
      storableJson(items.map(({ id, item }) => ({ id, key: toItemKey(scraperId, item), content: hashContent(item) }))),
      at,
    ],
  )
}
