import type { Viewer } from '#shared/access/viewer.ts'
import type { OnChange } from '#relay/backend/change.ts'
import type { Preferences } from '#relay/backend/data-api/http/preferences.ts'
import type { RowCondition } from '#relay/backend/data-api/access/row-condition.ts'
import type { Parameters } from '#relay/backend/data-api/query/parse-query.ts'
import type { Schema } from '#relay/backend/data-api/schema/schema.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Queryable, Runner } from '#relay/database/database.ts'

/**
 * Looks at a write from both sides, in its transaction: asked before it, it answers what is asked after it. Either throws the
 * refusal, which leaves nothing changed. Undefined for a relation that it does not watch.
 */
export type GuardWrite = (
  transaction: Queryable,
  relation: string,
  viewer: Viewer,
) => Promise<(() => Promise<void>) | undefined>

/** What the handlers work with. */
export interface DataApiContext {
  readonly database: Runner
  readonly schema: Schema
  readonly onChange: OnChange
  readonly secrets: StoredSecrets | undefined
  readonly maxRows: number
  readonly guardWrite?: GuardWrite | undefined
}

/** A request behind the gate. */
export interface DataApiRequest {
  readonly viewer: Viewer
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** A relation, or a function for a call. */
  readonly name: string
  readonly parameters: Parameters
  /** The object and action that grants would name. */
  readonly object: string
  readonly action: string
  /** What rows must be to be changed, beside what the request asks for. */
  readonly rows: readonly RowCondition[]
  readonly preferences: Preferences
  readonly accept: string | undefined
  readonly range: string | undefined
  readonly contentType: string | undefined
  readonly body: string
}
