import type { Viewer } from '#shared/access/viewer.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import type { Preferences } from '#relay/backend/data-api/http/preferences.ts'
import type { RowCondition } from '#relay/backend/data-api/schema/row-condition.ts'
import type { Parameters } from '#relay/backend/data-api/query/parse-query.ts'
import type { Schema } from '#relay/backend/data-api/schema/schema.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Queryable, Runner } from '#relay/database/database.ts'

/**
 * Called in the write's transaction, before the write; the returned function is called after it. Either may throw to
 * roll back. Undefined for a relation that is not guarded.
 */
export type GuardWrite = (
  transaction: Queryable,
  relation: string,
  viewer: Viewer,
) => Promise<(() => Promise<void>) | undefined>

export interface DataApiContext {
  readonly database: Runner
  readonly schema: Schema
  readonly onChange: OnChange
  readonly secrets: StoredSecrets | undefined
  readonly maxRows: number
  readonly guardWrite?: GuardWrite | undefined
}

export interface DataApiRequest {
  readonly viewer: Viewer
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly name: string
  readonly parameters: Parameters
  readonly object: string
  readonly action: string
  readonly rows: readonly RowCondition[]
  readonly preferences: Preferences
  readonly accept: string | undefined
  readonly range: string | undefined
  readonly contentType: string | undefined
  readonly body: string
}
