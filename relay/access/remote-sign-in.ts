import { createHash } from 'node:crypto'
import type { Viewer } from '#shared/access/viewer.ts'
import type { Credentials, SignIn } from '#relay/access/sign-in.ts'

/** `noAccess`: the session is valid, but this console has no such person. */
type LookupResult = Viewer | 'noAccess' | null

interface RemoteSignInOptions {
  readonly ask: (cookie: string) => Promise<LookupResult>
  readonly now?: () => number
}

const rememberMs = 3_000
const mostRemembered = 5_000

interface RemoteSignIn extends SignIn {
  readonly forget: (credentials: Credentials) => void
}

const hashCookie = (cookie: string) => createHash('sha256').update(cookie).digest('base64')

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
