import type { IncomingHttpHeaders } from 'node:http'
import type { Question } from '#shared/access/decide.ts'
import type { PermissionScope } from '#shared/access/permission-scope.ts'
import type { Resource } from '#shared/access/resources.ts'
import type { Viewer } from '#shared/access/viewer.ts'

/** What says who is asking: the headers of a handshake. After it, only `cookie` and `authorization` are kept. */
export interface Credentials {
  readonly headers: IncomingHttpHeaders
}

/** A topic, as far as who sees it goes. */
interface SeenTopic {
  readonly name: string
  readonly resource: Resource
  /** What its rows show beside that: who may read a part of these alone has a scope that is not `all`. */
  readonly alsoReads?: readonly Pick<Question, 'resource' | 'object'>[]
  /** Whether its rows tell what they are about, so that some of them can be left out for a scope that is not `all`. */
  readonly narrows?: boolean
}

/** Who is asking, and what each person sees: what the live part needs of access. */
export interface LiveAccess {
  /** Null when nobody is signed in (any more); rejects when that could not be found out. */
  readonly findViewer: (credentials: Credentials) => Promise<Viewer | null>
  /**
   * What a person sees of a topic, or null when nothing. The text names organisation and permission class: two people with
   * the same text see the same rows and share a feed, so it must differ wherever the rows may.
   */
  readonly findScope: (viewer: Viewer, topic: SeenTopic) => PermissionScope | null
  /** Scopes that are followed for the journal also while nobody watches. */
  readonly followedScopes: readonly PermissionScope[]
  /** Tells when the rights of one person, or of anybody (null), may be others. Answers how to stop listening. */
  readonly onChange: (listener: (personId: string | null) => void) => () => void
  /** How often who is asking is looked at again without being told to; null where a sign-in cannot end silently. */
  readonly recheckEveryMs: number | null
}
