import { createHash } from 'node:crypto'
import type { ScrapedChange } from '#relay/backend/catalog/scraped-item.ts'
import { canonicalJson, storableJson } from '#relay/backend/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'

interface ChangeToWrite {
  readonly change: ScrapedChange
  readonly configId: string
}

interface ItemChanges {
  readonly id: string
  readonly changes: readonly ScrapedChange[]
}

/** What the console found out by itself happens once each time; what a source tells may be told again at every scrape. */
const ownTypes = new Set(['diff', 'health'])

/** By what a change is known when it is told again: the source's id of it, or everything but its time. */
const idOf = ({ externalId, changeType, source, summary, details, createdBy }: ScrapedChange): string | null => {
  if (externalId !== undefined) return externalId
  if (ownTypes.has(source)) return null
  const said = canonicalJson([changeType, source, summary, details ?? null, createdBy ?? null])
  return createHash('sha256').update(said).digest('hex').slice(0, 32)
}

/** Of several that are told as one, the last; how often it was told is its count. */
const withoutDoubles = (changes: readonly ChangeToWrite[]) => {
  const made = new Map<string, ChangeToWrite & { readonly id: string | null; readonly count: number }>()
  for (const [place, { change, configId }] of changes.entries()) {
    const id = idOf(change)
    const key = id === null ? String(place) : JSON.stringify([configId, id])
    const before = made.get(key)
    const isLater = before === undefined || (change.createdAt ?? '') > (before.change.createdAt ?? '')
    const count = (before?.count ?? 0) + (isLater ? 1 : 0)
    made.set(key, { change: isLater ? change : before.change, configId, id, count })
  }
  return [...made.values()]
}

/**
 * Writes what happened to items. A change that is known already, by the source's id or by all that is said of it, raises its count and moves to its
 * new time when it is told with a later one, and is left alone otherwise. Answers the ids of the rows that are new or others.
 */
export const writeChanges = async (
  database: Queryable,
  at: string,
  items: readonly ItemChanges[],
): Promise<string[]> => {
  const changes = items.flatMap(({ id, changes: own }) => own.map((change) => ({ change, configId: id })))
  if (changes.length === 0) return []
  const { rows } = await database.query<{ id: string }>(
    `insert into config_changes (config_id, external_change_id, external_created_by, change_type, severity, source, summary,
                                 patches, diff, details, count, created_at, first_observed)
     select given.config_id, given.external_change_id, given.external_created_by, given.change_type, given.severity, given.source,
            given.summary, given.patches, given.diff, given.details,
            case when given.total is null then given.count else greatest(1, given.total - coalesce(known.count, 0)) end,
            coalesce(given.created_at, $2), coalesce(given.created_at, $2)
       from jsonb_to_recordset($1::jsonb) as given
            (config_id uuid, external_change_id text, external_created_by text, change_type text, severity text, source text,
             summary text, patches jsonb, diff text, details jsonb, count int, total int, created_at timestamptz)
       left join config_changes as known
         on given.total is not null and known.config_id = given.config_id and known.external_change_id = given.external_change_id
     on conflict (config_id, external_change_id) do update
        set count = config_changes.count + excluded.count, created_at = excluded.created_at, severity = excluded.severity,
            summary = excluded.summary, details = excluded.details, external_created_by = excluded.external_created_by
      where excluded.created_at > config_changes.created_at and excluded.created_at <> $2
     returning id`,
    [
      storableJson(
        withoutDoubles(changes).map(({ change, configId, id, count }) => ({
          config_id: configId,
          external_change_id: id,
          external_created_by: change.createdBy ?? null,
          change_type: change.changeType,
          severity: change.severity,
          source: change.source,
          summary: change.summary,
          patches: change.patches ?? null,
          diff: change.diff ?? null,
          details: change.details ?? null,
          count,
          total: change.count ?? null,
          created_at: change.createdAt ?? null,
        })),
      ),
      at,
    ],
  )
  return rows.map(({ id }) => id)
}
