import { createHash } from 'node:crypto'
import type { Viewer } from '#shared/access/viewer.ts'
import type { Credentials, SignIn } from '#relay/access/sign-in.ts'

/** `noAccess`: somebody whose session holds and whom this console has no person for. */
type LookupResult = Viewer | 'noAccess' | null

interface RemoteSignInOptions {
  /** Asks who a `Cookie` header belongs to; null when nobody. Rejects when that could not be found out. */
  readonly ask: (cookie: string) => Promise<LookupResult>
  readonly now?: () => number
}

/** How long an answer counts: what a remote service does not tell of its own, it is asked for this often. */
const rememberMs = 3_000
const mostRemembered = 5_000

/** A sign-in that can be asked anew before its answer stops to count. */
interface RemoteSignIn extends SignIn {
  /** The identity service took something of this visitor that may change who they are. */
  readonly forget: (credentials: Credentials) => void
}

const hashCookie = (cookie: string) => createHash('sha256').update(cookie).digest('base64')

/**
 * People sign in at a remote identity service: it is asked once for however many requests come with one cookie at once, and
 * its answer counts for three seconds. A failure is nobody's answer and is not remembered.
 */
export const remoteSignIn = ({ ask, now = Date.now }: RemoteSignInOptions): RemoteSignIn => {
  const remembered = new Map<string, { readonly result: Promise<LookupResult>; readonly untilMs: number }>()

  const askOnce = (key: string, cookie: string): Promise<LookupResult> => {
    const result = ask(cookie)
    remembered.delete(key)
    remembered.set(key, { result, untilMs: now() + rememberMs })
    const [oldest] = remembered.keys()
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest)
    result.catch(() => remembered.delete(key))
    return result
  }

  const lookUp = async ({ headers: { cookie } }: Credentials): Promise<LookupResult> => {
    if (cookie === undefined) return null
    const key = hashCookie(cookie)
    const known = remembered.get(key)
    return known !== undefined && known.untilMs > now() ? known.result : askOnce(key, cookie)
  }

  return {
    findViewer: async (credentials) => {
      const result = await lookUp(credentials)
      return result === 'noAccess' ? null : result
    },
    lacksAccess: async (credentials) => (await lookUp(credentials)) === 'noAccess',
    forget: ({ headers: { cookie } }) => {
      if (cookie !== undefined) remembered.delete(hashCookie(cookie))
    },
    onChange: () => () => undefined,
    recheckEveryMs: rememberMs,
  }
}
