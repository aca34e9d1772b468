import { createHash } from 'node:crypto'
import type { Viewer } from '#shared/access/viewer.ts'
import type { Credentials, SignIn } from '#relay/access/sign-in.ts'

/** `noAccess`: somebody whose session holds and whom this console has no person for. */
type Answer = Viewer | 'noAccess' | null

interface RemoteSignInOptions {
  /** Asks who a `Cookie` header belongs to; null when nobody. Rejects when that could not be found out. */
  readonly ask: (cookie: string) => Promise<Answer>
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

const keyOf = (cookie: string) => createHash('sha256').update(cookie).digest('base64')

/**
 * People sign in at a remote identity service: it is asked once for however many requests come with one cookie at once, and
 * its answer counts for three seconds. A failure is nobody's answer and is not remembered.
 */
export const remoteSignIn = ({ ask, now = Date.now }: RemoteSignInOptions): RemoteSignIn => {
  const remembered = new Map<string, { readonly answer: Promise<Answer>; readonly untilMs: number }>()

  const askOnce = (key: string, cookie: string): Promise<Answer> => {
    const answer = ask(cookie)
    remembered.delete(key)
    remembered.set(key, { answer, untilMs: now() + rememberMs })
    const [oldest] = remembered.keys()
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest)
    answer.catch(() => remembered.delete(key))
    return answer
  }

  const answerOf = async ({ headers: { cookie } }: Credentials): Promise<Answer> => {
    if (cookie === undefined) return null
    const key = keyOf(cookie)
    const known = remembered.get(key)
    return known !== undefined && known.untilMs > now() ? known.answer : askOnce(key, cookie)
  }

  return {
    viewerOf: async (credentials) => {
      const answer = await answerOf(credentials)
      return answer === 'noAccess' ? null : answer
    },
    lacksAccess: async (credentials) => (await answerOf(credentials)) === 'noAccess',
    forget: ({ headers: { cookie } }) => {
      if (cookie !== undefined) remembered.delete(keyOf(cookie))
    },
    onChange: () => () => undefined,
    recheckEveryMs: rememberMs,
  }
}
