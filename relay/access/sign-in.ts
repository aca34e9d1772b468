import type { IncomingHttpHeaders } from 'node:http'
import type { Viewer } from '#shared/access/viewer.ts'

export interface Credentials {
  readonly headers: IncomingHttpHeaders
}

export interface SignIn {
  readonly findViewer: (credentials: Credentials) => Promise<Viewer | null>
  readonly lacksAccess?: (credentials: Credentials) => Promise<boolean>
  /** The next look-up asks the identity service again. */
  readonly forget?: (credentials: Credentials) => void
  /** `null`: the sign-in or permissions of anyone may have changed. Returns an unsubscribe function. */
  readonly onChange: (listener: (personId: string | null) => void) => () => void
  readonly recheckEveryMs: number | null
}
