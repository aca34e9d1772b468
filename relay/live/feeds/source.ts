import type { PermissionScope } from '#shared/access/permission-scope.ts'
/** What a source said, still unparsed, so that what was said before costs no parsing. */
export interface SourceResponse {
  /** Begins with the JSON list of rows; what stands behind the list means nothing. */
  readonly body: string
  /** Milliseconds since the epoch, by this machine's clock: when the source was asked. */
  readonly observedAtMs: number
  /** Something is under way whose end nothing announces: while anybody watches it is asked again this soon at the latest. */
  readonly againWithinMs?: number | undefined
  /** Why each of the rows that it left out could not be read. */
  readonly unread?: readonly unknown[]
}

/**
 * Where a topic's rows come from, the embedded backend and a remote one alike. `load` asks once, for people of one scope,
 * and rejects when the source cannot be asked or answers with an error; `rowOf` turns one parsed entry of the list into a row and throws when
 * it is not what the contract says: that row is left out, and the answer refused only when every row is such.
 */
export interface TopicSource<Params, Row> {
  load(params: Params, signal: AbortSignal, scope: PermissionScope): Promise<SourceResponse>
  parseRow(entry: unknown): Row
}
