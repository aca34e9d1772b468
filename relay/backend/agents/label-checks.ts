import { isMap } from '#shared/primitives/is-map.ts'
import type { ReportedRow } from '#relay/backend/agents/read-rows.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'

const toMap = (value: unknown) => (isMap(value) ? value : {})

type CanaryLabels = ReadonlyMap<string, unknown>

export const readCanaryLabels = async (database: Queryable, ids: readonly unknown[]): Promise<CanaryLabels> => {
  const { rows } = await database.query<{ id: string; labels: unknown }>(
    'select id, labels from canaries where id = any($1::uuid[])',
    [[...new Set(ids)]],
  )
  return new Map(rows.map(({ id, labels }) => [id, labels]))
}

/** Agents of earlier versions report only a check's own labels. */
export const withCanaryLabels = async (
  database: Queryable,
  checks: readonly ReportedRow[],
): Promise<readonly ReportedRow[]> => {
  const labels = await readCanaryLabels(
    database,
    checks.map((check) => check['canary_id']),
  )
  return checks.map((check) => ({
    ...check,
    labels: { ...toMap(labels.get(String(check['canary_id']))), ...toMap(check['labels']) },
  }))
}

/** The spec lists own labels, which stay even where they equal a former label of the canary. */
export const relabelChecks = async (
  database: Queryable,
  before: CanaryLabels,
  canaryIds: readonly string[],
): Promise<readonly string[]> => {
  const former = Object.fromEntries(canaryIds.map((id) => [id, before.get(id) ?? {}]))
  const { rows } = await database.query<{ id: string }>(
    `with wanted as (
       select checks.id, case when jsonb_typeof(canaries.labels) = 'object' then canaries.labels else '{}' end || coalesce((
           select jsonb_object_agg(label.key, label.value) from jsonb_each(case when jsonb_typeof(checks.labels) = 'object' then checks.labels else '{}' end) as label
            where $2::jsonb -> canaries.id::text -> label.key is distinct from label.value
               or checks.spec -> 'labels' -> label.key is not null
         ), '{}') as labels
         from checks join canaries on canaries.id = checks.canary_id
        where canaries.id = any($1::uuid[]) and checks.deleted_at is null
     )
     update checks set labels = wanted.labels from wanted
      where wanted.id = checks.id and checks.labels is distinct from wanted.labels
     returning checks.id`,
    [canaryIds, storableJson(former)],
  )
  return rows.map(({ id }) => id)
}
