import type { PermissionScope } from '#shared/access/permission-scope.ts'
export interface SourceResponse {
  readonly body: string
  /** When the request was sent, in milliseconds by this machine's clock. */
  readonly observedAtMs: number
  readonly againWithinMs?: number | undefined
  readonly unread?: readonly unknown[]
}

export interface TopicSource<Params, Row> {
  load(params: Params, signal: AbortSignal, scope: PermissionScope): Promise<SourceResponse>
  parseRow(entry: unknown): Row
}
