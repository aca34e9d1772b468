import type { IncomingHttpHeaders } from 'node:http'
import type { PermissionScope } from '#shared/access/permission-scope.ts'
import type { Resource } from '#shared/access/resources.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import type { Question } from '#shared/access/question.ts'

export interface Credentials {
  readonly headers: IncomingHttpHeaders
}

interface SeenTopic {
  readonly name: string
  readonly resource: Resource
  readonly alsoReads?: readonly Pick<Question, 'resource' | 'object'>[]
  readonly narrows?: boolean
}

export interface LiveAccess {
  readonly findViewer: (credentials: Credentials) => Promise<Viewer | null>
  /**
   * Null when the topic is not readable. Viewers with equal scopes share a feed, so scopes must differ wherever
   * the rows may.
   */
  readonly findScope: (viewer: Viewer, topic: SeenTopic) => PermissionScope | null
  readonly followedScopes: readonly PermissionScope[]
  readonly onChange: (listener: (personId: string | null) => void) => () => void
  readonly recheckEveryMs: number | null
}
