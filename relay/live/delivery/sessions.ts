import type { Viewer } from '#shared/access/viewer.ts'
import { createAtOnce } from '#shared/primitives/at-once.ts'
import type { Credentials, LiveAccess } from './live-access.ts'
import type { Connection } from './watch.ts'

interface Suspension {
  readonly over: Promise<void>
  readonly end: () => void
}

/** What all connections with the same credentials share: they are asked about once. */
export interface Session {
  readonly key: string
  credentials: Credentials
  viewer: Viewer
  readonly connections: Set<Connection>
  /** The rights may be others than they were: nothing may be sent until that is known. Null while they are known. */
  suspension: Suspension | null
  /** Changes of rights heard of so far; an answer that was asked for before the last one does not count. */
  doubts: number
  /** A question under way. */
  checking: Promise<void> | null
  failingSinceMs: number | null
}

/** A handshake that may go on. */
export interface Admission {
  readonly key: string
  readonly credentials: Credentials
  readonly viewer: Viewer
  readonly doubts: number
}

interface SessionsOptions {
  readonly access: LiveAccess
  /** From now on nothing may be sent to these connections. */
  readonly onSuspended: (session: Session) => void
  /** The session may go on, perhaps with other rights. */
  readonly onKnown: (session: Session) => void
  readonly onSignedOut: (session: Session) => void
  readonly now?: () => number
}

/** Who is behind the connections, looked at again whenever rights may have changed. */
export interface Sessions {
  /** Null when nobody is signed in; rejects when that cannot be found out. */
  readonly admit: (headers: Credentials['headers']) => Promise<Admission | null>
  /** The session of a new connection. */
  readonly sessionOf: (admission: Admission) => Session
  /**
   * The session goes on with another Authorization header, when that is of the same person in the same organisation; with
   * that of anybody else it ends, and one that says nothing changes nothing.
   */
  readonly renew: (session: Session, authorization: string) => void
  readonly leave: (session: Session, connection: Connection) => void
  readonly stop: () => void
}

const mostAskedAtOnce = 32
const askAgainMs = 1_000
/** How long rights count that cannot be confirmed any more. */
const trustForMs = 60_000
const mostAttempts = 5

const rightsOf = ({ id, roles, teams, grants }: Viewer) => JSON.stringify([id, roles, teams, grants])
const hasSameRights = (a: Viewer, b: Viewer) => rightsOf(a) === rightsOf(b)

const keyOf = ({ cookie, authorization }: Credentials['headers']) => JSON.stringify([cookie, authorization])

const sessionOf = (key: string, credentials: Credentials, viewer: Viewer): Session => ({
  key,
  credentials,
  viewer,
  connections: new Set(),
  suspension: null,
  doubts: 0,
  checking: null,
  failingSinceMs: null,
})

export const createSessions = (options: SessionsOptions): Sessions => {
  const { access, onSuspended, onKnown, onSignedOut, now = Date.now } = options
  const sessions = new Map<string, Session>()
  const asked = new Map<string, Promise<Viewer | null>>()
  const atOnce = createAtOnce(mostAskedAtOnce)
  /** Changes of rights heard of, whoever's they were. */
  let doubts = 0
  let isStopped = false

  const viewerOf = (credentials: Credentials): Promise<Viewer | null> => {
    const key = keyOf(credentials.headers)
    const running = asked.get(key)
    if (running !== undefined) return running
    const question = atOnce(() => access.viewerOf(credentials)).finally(() => {
      if (asked.get(key) === question) asked.delete(key)
    })
    asked.set(key, question)
    return question
  }

  const hold = (session: Session) => {
    if (session.suspension !== null) return
    let end: Suspension['end'] | undefined
    const over = new Promise<void>((resolve) => {
      end = resolve
    })
    session.suspension = { over, end: () => end?.() }
    onSuspended(session)
  }
  const isGone = (session: Session) => isStopped || sessions.get(session.key) !== session

  const ask = async (session: Session): Promise<void> => {
    for (;;) {
      const before = session.doubts
      let viewer: Viewer | null
      try {
        viewer = await viewerOf(session.credentials)
      } catch {
        session.failingSinceMs ??= now()
        if (now() - session.failingSinceMs >= trustForMs) hold(session)
        if (session.suspension !== null && !isGone(session)) setTimeout(() => check(session), askAgainMs).unref()
        return
      }
      if (isGone(session)) return
      if (before === session.doubts) {
        settle(session, viewer)
        return
      }
    }
  }
  const settle = (session: Session, viewer: Viewer | null) => {
    const { suspension } = session
    session.failingSinceMs = null
    session.suspension = null
    if (viewer === null) {
      sessions.delete(session.key)
      onSignedOut(session)
    } else {
      session.viewer = viewer
      onKnown(session)
    }
    suspension?.end()
  }
  const check = (session: Session) => {
    if (isGone(session) || session.checking !== null) return
    session.checking = ask(session).finally(() => {
      session.checking = null
    })
  }

  const stopListening = access.onChange((personId) => {
    doubts += 1
    asked.clear()
    for (const session of sessions.values()) {
      if (personId !== null && session.viewer.id !== personId) continue
      session.doubts += 1
      hold(session)
      check(session)
    }
  })
  const timer =
    access.recheckEveryMs === null
      ? undefined
      : setInterval(() => sessions.forEach(check), access.recheckEveryMs).unref()

  return {
    admit: async ({ cookie, authorization }) => {
      const headers = {
        ...(cookie === undefined ? {} : { cookie }),
        ...(authorization === undefined ? {} : { authorization }),
      }
      const key = keyOf(headers)
      for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
        const before = doubts
        const viewer = await viewerOf({ headers })
        if (before === doubts) return viewer === null ? null : { key, credentials: { headers }, viewer, doubts }
      }
      throw new Error('Rights change faster than they can be read.')
    },
    sessionOf: ({ key, credentials, viewer, doubts: known }) => {
      const running = sessions.get(key)
      const session = running ?? sessionOf(key, credentials, viewer)
      sessions.set(key, session)
      if (known !== doubts) {
        session.doubts += 1
        hold(session)
        check(session)
      } else if (running !== undefined && !hasSameRights(running.viewer, viewer)) settle(running, viewer)
      return session
    },
    renew: (session, authorization) => {
      const credentials = { headers: { ...session.credentials.headers, authorization } }
      const renewed = (viewer: Viewer | null) => {
        if (viewer === null || isGone(session)) return
        session.credentials = credentials
        session.doubts += 1
        const isSame = viewer.id === session.viewer.id && viewer.organisation === session.viewer.organisation
        if (!isSame) settle(session, null)
        else if (session.suspension !== null || !hasSameRights(session.viewer, viewer)) settle(session, viewer)
      }
      viewerOf(credentials).then(renewed, () => undefined)
    },
    leave: ({ connections, key }, connection) => {
      connections.delete(connection)
      if (connections.size === 0 && sessions.get(key)?.connections === connections) sessions.delete(key)
    },
    stop: () => {
      isStopped = true
      stopListening()
      clearInterval(timer)
    },
  }
}
