import type { Credentials, SignIn } from '#relay/access/sign-in.ts'

interface SignedIn {
  readonly personId: string
  readonly name: string
  readonly email: string
  readonly roles: readonly string[]
}

interface Sessions {
  findViewer(credentials: Credentials): Promise<SignedIn | null>
  lacksAccess(credentials: Credentials): Promise<boolean>
  onChange(listener: (personId: string | null) => void): () => void
}

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
