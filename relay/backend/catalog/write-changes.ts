import { mergeChanges } from '#relay/backend/catalog/merge-changes.ts'
import type { ScrapedChange } from '#relay/backend/catalog/scraped-item.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'

interface ItemChanges {
  readonly id: string
  readonly changes: readonly ScrapedChange[]
}

/** A known change, by its source's id or by all its fields, counts up only when reported with a later time. */
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
            greatest(1, case when given.total is not null then given.total - coalesce(known.count, 0)
              else (select count(*) from unnest(given.times) as at where known.id is null or at > known.created_at) end),
            coalesce(given.created_at, $2), coalesce(given.times[1], $2)
       from jsonb_to_recordset($1::jsonb) as given
            (config_id uuid, external_change_id text, external_created_by text, change_type text, severity text, source text,
             summary text, patches jsonb, diff text, details jsonb, times timestamptz[], total int, created_at timestamptz)
       left join config_changes as known
         on known.config_id = given.config_id and known.external_change_id = given.external_change_id
     on conflict (config_id, external_change_id) do update
        set count = config_changes.count + excluded.count, created_at = excluded.created_at, severity = excluded.severity,
            summary = excluded.summary, details = excluded.details, external_created_by = excluded.external_created_by
      where excluded.created_at > config_changes.created_at and excluded.created_at <> $2
     returning id`,
    [
      storableJson(
        mergeChanges(changes).map(({ change, configId, id, times }) => ({
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
          times,
          total: change.count ?? null,
          created_at: change.createdAt ?? null,
        })),
      ),
      at,
    ],
  )
  return rows.map(({ id }) => id)
}
