import type { OnChange } from '#relay/backend/rows/change.ts'
import {
  deleteCanaries,
  readCanaries,
  writeCanaries,
  type CanaryFields,
} from '#relay/backend/checks/store/canary-store.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import { stableId } from '#relay/backend/rows/stable-id.ts'
import { canonicalJson } from '#relay/backend/rows/storable-json.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import type { Database, Queryable } from '#relay/database/database.ts'
import type { Placed } from './place-drafts.ts'

export const inlineCanaryId = (componentId: string, index: number): string =>
  stableId(`canary ${index} of component ${componentId}`)

const toSource = (componentId: string): string => `Topology/${componentId}`

const serializeCanary = ({ name, namespace: of, labels, spec }: Omit<CanaryFields, 'id' | 'annotations' | 'source'>) =>
  canonicalJson([name, of, labels ?? {}, spec])

interface InlineOptions {
  readonly database: Database
  readonly secrets: StoredSecrets
  readonly namespace: string
  readonly schedule: string
  readonly onChange: OnChange
}

export const writeInlineCanaries = async (
  placed: readonly Placed[],
  components: readonly string[],
  { database, secrets, namespace, schedule, onChange }: InlineOptions,
): Promise<boolean> => {
  const wanted = placed.flatMap(({ id, draft }) =>
    draft.checks.flatMap(({ inline }, index) =>
      inline === undefined
        ? []
        : [
            {
              id: inlineCanaryId(id, index),
              name: index === 0 ? draft.fields.name : `${draft.fields.name} ${index + 1}`,
              namespace: draft.fields.namespace ?? namespace,
              labels: draft.fields.labels ?? {},
              annotations: {},
              spec: isMap(inline) && !('schedule' in inline) ? { schedule, ...inline } : inline,
              source: toSource(id),
            },
          ],
    ),
  )
  const sources = new Set([...components, ...placed.map(({ id }) => id)].map(toSource))
  const known = new Map(
    (await readCanaries(database, secrets))
      .filter(({ source }) => sources.has(source ?? ''))
      .map((row) => [row.id, row]),
  )
  const writes = wanted.filter((canary) => {
    const row = known.get(canary.id)
    return row === undefined || serializeCanary(row) !== serializeCanary(canary)
  })
  const wantedIds = new Set(wanted.map(({ id }) => id))
  const deletedIds = [...known.keys()].filter((id) => !wantedIds.has(id))
  if (writes.length > 0) await writeCanaries(database, secrets, writes)
  if (deletedIds.length > 0) await deleteCanaries(database, deletedIds)
  const ids = [...writes.map(({ id }) => id), ...deletedIds]
  if (ids.length > 0) onChange({ relation: 'canaries', ids })
  return ids.length > 0
}

export const deleteInlineCanaries = async (database: Queryable, components: readonly string[]): Promise<boolean> => {
  const { affectedRows } = await database.query(
    'update canaries set deleted_at = now() where deleted_at is null and source = any($1::text[])',
    [components.map(toSource)],
  )
  return affectedRows > 0
}
