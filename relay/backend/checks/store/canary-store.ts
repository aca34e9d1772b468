import type { Acknowledgement } from '#shared/health/acknowledgement.ts'
import { localAgent } from '#shared/agents/local-agent.ts'
import { acknowledgedColumn } from '#relay/backend/checks/store/acknowledgement-store.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'

export interface CanaryRow {
  readonly id: string
  readonly name: string
  readonly namespace: string
  readonly labels: Readonly<Record<string, string>> | null
  readonly annotations: Readonly<Record<string, string>> | null
  readonly spec: unknown
  readonly source: string | null
  readonly deleted_at: string | null
}

export interface CheckRow {
  readonly id: string
  readonly canary_id: string
  readonly type: string
  readonly name: string
  readonly namespace: string | null
  readonly description: string | null
  readonly icon: string | null
  readonly owner: string | null
  readonly severity: string | null
  readonly labels: Readonly<Record<string, string>> | null
  readonly spec: unknown
  readonly transformed: boolean
  readonly silenced_at: string | null
  readonly acknowledged: Acknowledgement | null
  readonly created_at: string
  readonly deleted_at: string | null
}
export type CheckFields = Omit<CheckRow, 'silenced_at' | 'acknowledged' | 'created_at' | 'deleted_at'>

/** Rows that clients write may have numbers and booleans, which selectors compare as text. */
const textLabels = `case when jsonb_typeof(labels) = 'object' then
  (select coalesce(jsonb_object_agg(key, coalesce(value, '')), '{}') from jsonb_each_text(labels)) end`

export const readCanaries = async (database: Queryable, secrets: StoredSecrets): Promise<CanaryRow[]> =>
  (
    await database.query<CanaryRow>(
      `select id, name, namespace, ${textLabels} as labels, annotations, spec, source, deleted_at
         from canaries
        where agent_id = $1
          and (deleted_at is null or source like 'ConfigFile/%')
        order by deleted_at is not null, deleted_at desc, created_at`,
      [localAgent],
    )
  ).rows.map((row) => secrets.open('canaries', row))

/** Includes deleted checks: a restored one keeps its id and history. */
export const readChecks = async (database: Queryable, secrets: StoredSecrets): Promise<CheckRow[]> =>
  (
    await database.query<CheckRow>(
      `select id, canary_id, type, name, namespace, description, icon, owner, severity, labels, spec,
              coalesce(transformed, false) as transformed, silenced_at, created_at, deleted_at,
              ${acknowledgedColumn}
         from checks
        where agent_id = $1
        order by created_at, id`,
      [localAgent],
    )
  ).rows.map((row) => secrets.open('checks', row))

export type CanaryFields = Omit<CanaryRow, 'deleted_at'>

export const writeCanaries = async (
  database: Queryable,
  secrets: StoredSecrets,
  canaries: readonly CanaryFields[],
): Promise<void> => {
  if (canaries.length === 0) return
  await database.query(
    `insert into canaries (id, name, namespace, labels, annotations, spec, source)
     select id, name, namespace, labels, annotations, spec, source
       from jsonb_to_recordset($1::jsonb) as given
            (id uuid, name text, namespace text, labels jsonb, annotations jsonb, spec jsonb, source text)
     on conflict (id) do update
        set name = excluded.name, namespace = excluded.namespace, labels = excluded.labels,
            annotations = excluded.annotations, spec = excluded.spec, source = excluded.source,
            updated_at = now(), deleted_at = null`,
    [
      storableJson(
        canaries.map((canary) => secrets.seal('canaries', { ...canary }, undefined, { nothingStored: 'leave' })),
      ),
    ],
  )
}

/** Also restores checks that were deleted. Columns of results stay unchanged. */
export const writeChecks = async (
  database: Queryable,
  secrets: StoredSecrets,
  checks: readonly CheckFields[],
): Promise<void> => {
  if (checks.length === 0) return
  await database.query(
    `insert into checks (id, canary_id, type, name, namespace, description, icon, owner, severity, labels, spec, transformed)
     select id, canary_id, type, name, namespace, description, icon, owner, severity, labels, spec, transformed
       from jsonb_to_recordset($1::jsonb) as given
            (id uuid, canary_id uuid, type text, name text, namespace text, description text, icon text, owner text,
             severity text, labels jsonb, spec jsonb, transformed boolean)
     on conflict (id) do update
        set type = excluded.type, namespace = excluded.namespace, description = excluded.description, icon = excluded.icon,
            owner = excluded.owner, severity = excluded.severity, labels = excluded.labels, spec = excluded.spec,
            transformed = excluded.transformed, updated_at = now(), deleted_at = null`,
    [storableJson(checks.map((check) => secrets.seal('checks', { ...check }, undefined, { nothingStored: 'leave' })))],
  )
}

export const deleteCanaries = async (database: Queryable, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await database.query('update canaries set deleted_at = now() where id = any($1::uuid[])', [ids])
}

export const deleteChecks = async (database: Queryable, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await database.query('update checks set deleted_at = now() where id = any($1::uuid[])', [ids])
}
