import type { Viewer } from '#shared/access/viewer.ts'
import { createAtOnce } from '#shared/primitives/at-once.ts'
import type { Credentials, LiveAccess } from './live-access.ts'
import type { Connection, Session, Suspension } from './watch.ts'

export interface Admission {
  readonly key: string
  readonly credentials: Credentials
  readonly viewer: Viewer
  readonly doubts: number
}

interface SessionsOptions {
  readonly access: LiveAccess
  readonly onSuspended: (session: Session) => void
  readonly onKnown: (session: Session) => void
  readonly onSignedOut: (session: Session) => void
  readonly now?: () => number
}

const maxConcurrentLookups = 32
const retryMs = 1_000
const trustForMs = 60_000
const mostAttempts = 5

const serializePermissions = ({ id, roles, teams, grants }: Viewer) => JSON.stringify([id, roles, teams, grants])
const hasSameRights = (a: Viewer, b: Viewer) => serializePermissions(a) === serializePermissions(b)

const credentialsKey = ({ cookie, authorization }: Credentials['headers']) => JSON.stringify([cookie, authorization])

const createSession = (key: string, credentials: Credentials, viewer: Viewer): Session => ({
  key,
  credentials,
  viewer,
  connections: new Set(),
  suspension: null,
  doubts: 0,
  checking: null,
  failingSinceMs: null,
})

export class Sessions {
  readonly #options: SessionsOptions
  readonly #sessions = new Map<string, Session>()
  readonly #requests = new Map<string, Promise<Viewer | null>>()
  readonly #atOnce = createAtOnce(maxConcurrentLookups)
  readonly #stopListening: () => void
  readonly #timer: NodeJS.Timeout | undefined
  #doubts = 0
  #isStopped = false

  constructor(options: SessionsOptions) {
    this.#options = options
    const { onChange, recheckEveryMs } = options.access
    this.#stopListening = onChange((personId) => this.#doubt(personId))
    this.#timer =
      recheckEveryMs === null
        ? undefined
        : setInterval(() => this.#sessions.forEach((session) => this.#check(session)), recheckEveryMs).unref()
  }

  async admit({ cookie, authorization }: Credentials['headers']): Promise<Admission | null> {
    const headers = {
      ...(cookie !== undefined && { cookie }),
      ...(authorization !== undefined && { authorization }),
    }
    const key = credentialsKey(headers)
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const doubts = this.#doubts
      const viewer = await this.#findViewer({ headers })
      if (doubts === this.#doubts) return viewer === null ? null : { key, credentials: { headers }, viewer, doubts }
    }
    throw new Error('Permissions change faster than they can be read.')
  }

  openSession({ key, credentials, viewer, doubts }: Admission): Session {
    const running = this.#sessions.get(key)
    const session = running ?? createSession(key, credentials, viewer)
    this.#sessions.set(key, session)
    if (doubts !== this.#doubts) {
      session.doubts += 1
      this.#suspend(session)
      this.#check(session)
    } else if (running !== undefined && !hasSameRights(running.viewer, viewer)) this.#settle(running, viewer)
    return session
  }

  /** A token of another person or organisation ends the session; an invalid one is ignored. */
  renew(session: Session, authorization: string): void {
    const credentials = { headers: { ...session.credentials.headers, authorization } }
    const renewed = (viewer: Viewer | null) => {
      if (viewer === null || this.#isGone(session)) return
      session.credentials = credentials
      session.doubts += 1
      const isSame = viewer.id === session.viewer.id && viewer.organisation === session.viewer.organisation
      if (!isSame) this.#settle(session, null)
      else if (session.suspension !== null || !hasSameRights(session.viewer, viewer)) this.#settle(session, viewer)
    }
    this.#findViewer(credentials).then(renewed, () => undefined)
  }

  leave({ connections, key }: Session, connection: Connection): void {
    connections.delete(connection)
    const isLast = connections.size === 0 && this.#sessions.get(key)?.connections === connections
    if (isLast) this.#sessions.delete(key)
  }

  stop(): void {
    this.#isStopped = true
    this.#stopListening()
    clearInterval(this.#timer)
  }

  #findViewer(credentials: Credentials): Promise<Viewer | null> {
    const key = credentialsKey(credentials.headers)
    const running = this.#requests.get(key)
    if (running !== undefined) return running
    const request = this.#atOnce(() => this.#options.access.findViewer(credentials)).finally(() => {
      if (this.#requests.get(key) === request) this.#requests.delete(key)
    })
    this.#requests.set(key, request)
    return request
  }

  #doubt(personId: string | null): void {
    this.#doubts += 1
    this.#requests.clear()
    for (const session of this.#sessions.values()) {
      if (personId !== null && session.viewer.id !== personId) continue
      session.doubts += 1
      this.#suspend(session)
      this.#check(session)
    }
  }

  #suspend(session: Session): void {
    if (session.suspension !== null) return
    let end: Suspension['end'] | undefined
    const over = new Promise<void>((resolve) => {
      end = resolve
    })
    session.suspension = { over, end: () => end?.() }
    this.#options.onSuspended(session)
  }

  #isGone(session: Session): boolean {
    return this.#isStopped || this.#sessions.get(session.key) !== session
  }

  #check(session: Session): void {
    if (this.#isGone(session) || session.checking !== null) return
    session.checking = this.#lookUp(session).finally(() => {
      session.checking = null
    })
  }

  async #lookUp(session: Session): Promise<void> {
    for (;;) {
      const before = session.doubts
      let viewer: Viewer | null
      try {
        viewer = await this.#findViewer(session.credentials)
      } catch {
        this.#noteFailure(session)
        return
      }
      if (this.#isGone(session)) return
      if (before === session.doubts) {
        this.#settle(session, viewer)
        return
      }
    }
  }

  #noteFailure(session: Session): void {
    const nowMs = (this.#options.now ?? Date.now)()
    session.failingSinceMs ??= nowMs
    if (nowMs - session.failingSinceMs >= trustForMs) this.#suspend(session)
    if (session.suspension !== null && !this.#isGone(session)) setTimeout(() => this.#check(session), retryMs).unref()
  }

  #settle(session: Session, viewer: Viewer | null): void {
    const { suspension } = session
    session.failingSinceMs = null
    session.suspension = null
    if (viewer === null) {
      this.#sessions.delete(session.key)
      this.#options.onSignedOut(session)
    } else {
      session.viewer = viewer
      this.#options.onKnown(session)
    }
    suspension?.end()
  }
}
