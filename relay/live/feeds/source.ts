import type { PermissionScope } from '#shared/access/permission-scope.ts'

export interface SourceResponse {
  readonly body: string
  /** When the request was sent, in milliseconds by this machine's clock. */
  readonly observedAtMs: number
  readonly againWithinMs?: number | undefined
  readonly unread?: readonly unknown[]
}

export interface TopicSource<Params, Row = never> {
  load(params: Params, signal: AbortSignal, scope: PermissionScope): Promise<SourceResponse>
  /** Of a backend whose rows are not those of the topic. */
  readonly parseRow?: (entry: unknown) => Row
}
