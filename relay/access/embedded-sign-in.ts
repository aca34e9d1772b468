import type { Credentials, SignIn } from '#relay/access/sign-in.ts'

/** A session of the embedded identity service, as far as it matters here. */
interface SignedIn {
  readonly personId: string
  readonly name: string
  readonly email: string
  readonly roles: readonly string[]
}

/** The embedded identity service's knowledge of its sessions; it remembers answers for a moment itself. */
interface Sessions {
  findViewer(credentials: Credentials): Promise<SignedIn | null>
  lacksAccess(credentials: Credentials): Promise<boolean>
  onChange(listener: (personId: string | null) => void): () => void
}

/** A session that only grows old ends without a word. */
const recheckEveryMs = 15_000

export const embeddedSignIn = (sessions: Sessions): SignIn => ({
  findViewer: async (credentials) => {
    const signedIn = await sessions.findViewer(credentials)
    if (signedIn === null) return null
    const { personId, name, email, roles } = signedIn
    return { id: personId, name, email, roles }
  },
  lacksAccess: (credentials) => sessions.lacksAccess(credentials),
  onChange: (listener) => sessions.onChange(listener),
  recheckEveryMs,
})
