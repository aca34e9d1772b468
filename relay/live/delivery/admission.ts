import { liveProtocolVersion, tokenSchema } from '#shared/live/messages.ts'
import type { Admission, Sessions } from './sessions.ts'
import type { LiveServer, LiveSocket } from './watch.ts'

class Rejection extends Error {
  readonly data: { readonly code: string }
  constructor(code: string, message: string) {
    super(message)
    this.data = { code }
  }
}

/** Browsers cannot send an Authorization header with a handshake; the token replaces it. */
const credentialsIn = ({ handshake: { auth, headers } }: LiveSocket) => {
  const token = tokenSchema.safeParse(auth['token'])
  return token.success ? { ...headers, authorization: `Bearer ${token.data}` } : headers
}

const admit = async (socket: LiveSocket, sessions: Sessions): Promise<Admission | Rejection> => {
  const protocol: unknown = socket.handshake.auth['protocol']
  if (protocol !== liveProtocolVersion) return new Rejection('protocol', 'Quarterdeck was updated: reload this page.')
  try {
    const admission = await sessions.admit(credentialsIn(socket))
    return admission ?? new Rejection('unauthorised', 'Sign in to see live data.')
  } catch {
    return new Rejection('unavailable', 'Your sign-in could not be verified. Retrying.')
  }
}

export const admitSockets = (
  io: LiveServer,
  sessions: Sessions,
  onRejected: (code: string) => void,
): WeakMap<LiveSocket, Admission> => {
  const admissions = new WeakMap<LiveSocket, Admission>()
  io.use((socket, proceed) => {
    void admit(socket, sessions).then((admitted) => {
      if (admitted instanceof Rejection) {
        onRejected(admitted.data.code)
        proceed(admitted)
        return
      }
      admissions.set(socket, admitted)
      proceed()
    })
  })
  return admissions
}
