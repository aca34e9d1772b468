import type { IncomingHttpHeaders } from 'node:http'
import type { Viewer } from '#shared/access/viewer.ts'

/** What says who is asking. */
export interface Credentials {
  readonly headers: IncomingHttpHeaders
}

/** How people sign in to this relay. */
export interface SignIn {
  /** Null when nobody is signed in (any more); rejects when that could not be found out. */
  readonly findViewer: (credentials: Credentials) => Promise<Viewer | null>
  /** Whether somebody is signed in whom this console has no person for, or not any more. */
  readonly lacksAccess?: (credentials: Credentials) => Promise<boolean>
  /** Tells when the sign-in or the rights of one person, or of anybody (null), may have changed. Answers how to stop. */
  readonly onChange: (listener: (personId: string | null) => void) => () => void
  /** How often a sign-in may end without a word; null where it cannot. */
  readonly recheckEveryMs: number | null
}
