import { scopeKey, type PermissionScope } from '#shared/access/permission-scope.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { topics } from '#shared/live/topics.ts'
import type { Credentials, SignIn } from '#relay/access/sign-in.ts'
import { unavailable } from '#relay/errors/http-error.ts'
import type { SeenTopic } from './permission-scope.ts'

type Right = 'granted' | 'denied' | 'unknown'
type Rights = ReadonlyMap<string, Right>

interface ScopedAccess extends SignIn {
  readonly findScope: (viewer: Viewer, topic: SeenTopic) => PermissionScope | null
}

interface BackendRightsOptions<Access> {
  readonly access: Access
  /** Status of a read of the relation with the credentials of the person. Rejects when the backend cannot be reached. */
  readonly probe: (relation: string, cookie: string | undefined) => Promise<number>
  /** Without a credential of its own, the relay loads every topic with those of a viewer. */
  readonly hasOwnCredential: boolean
  readonly now?: () => number
}

const shownBy: ReadonlyMap<string, readonly string[] | null> = new Map(topics.map(({ name, shows }) => [name, shows]))

const probedRelations: ReadonlySet<string> = new Set(topics.flatMap(({ shows }) => shows ?? []))

const refreshAfterMs = 30_000
/** Each of these people is asked about alone, so many of them would keep the backend busy. */
const refreshAloneAfterMs = 300_000
const mostProbesAtOnce = 4
const recheckUnknownAfterMs = 3_000
const mostRemembered = 5_000
/** Sockets are rechecked every few seconds, so a session that was not seen for this long is not in use. */
const cookieForMs = 60_000

const unreachable = unavailable(
  'The backend did not answer, so your permissions are unknown.',
  'The console retries automatically.',
)

const everything: PermissionScope = { kind: 'all' }

/** The backend filters the rows of guests and of people with permissions of their own, so they share no rows with others. */
const isAlone = ({ roles, grants = [] }: Viewer): boolean =>
  roles.length === 0 || roles.includes('guest') || grants.length > 0

const shareKey = (viewer: Viewer): string =>
  isAlone(viewer) ? JSON.stringify(['person', viewer.id, viewer.roles]) : JSON.stringify(viewer.roles.toSorted())

/** A backend without the relation answers 404, and shows nothing. A redirect or a rate limit says nothing about rights. */
const readRight = (status: number): Right => {
  if (status === 401 || status === 403) return 'denied'
  return (status >= 200 && status < 300) || status === 404 ? 'granted' : 'unknown'
}

const isUnknown = (rights: Rights): boolean => [...rights.values()].every((right) => right === 'unknown')

interface Asked {
  readonly rights: Rights
  /** False when the session ended or its roles changed meanwhile: the statuses are not those of the class. */
  readonly isOfClass: boolean
}

interface StoredCookie {
  readonly cookie: string
  readonly personId: string
  readonly untilMs: number
}

interface Entry {
  rights: Promise<Rights>
  known: Rights | null
  untilMs: number
}

/** Serves the last known rights while it asks again. */
const createRightsBook = (now: () => number) => {
  const entries = new Map<string, Entry>()
  const load = async (entry: Entry, ask: () => Promise<Asked>): Promise<Rights> => {
    const before = entry.known
    const { rights: asked, isOfClass } = await ask()
    if (!isOfClass) {
      entry.untilMs = Math.min(entry.untilMs, now() + recheckUnknownAfterMs)
      return new Map()
    }
    const rights = new Map(
      [...asked].map(([relation, right]) => [relation, right === 'unknown' ? (before?.get(relation) ?? right) : right]),
    )
    if ([...asked.values()].includes('unknown')) entry.untilMs = now() + recheckUnknownAfterMs
    entry.known = rights
    return rights
  }
  return {
    get: async (key: string, refreshMs: number, ask: () => Promise<Asked>): Promise<Rights> => {
      const entry = entries.get(key) ?? { rights: Promise.resolve(new Map()), known: null, untilMs: 0 }
      if (now() >= entry.untilMs) {
        entry.untilMs = now() + refreshMs
        entry.rights = load(entry, ask)
        entries.delete(key)
        entries.set(key, entry)
        const [oldest] = entries.keys()
        if (entries.size > mostRemembered && oldest !== undefined) entries.delete(oldest)
      }
      return entry.known !== null && !isUnknown(entry.known) ? entry.known : entry.rights
    },
    expire: (key: string): void => {
      const entry = entries.get(key)
      if (entry !== undefined) entry.untilMs = Math.min(entry.untilMs, now() + recheckUnknownAfterMs)
    },
  }
}

const createCookieBook = (now: () => number) => {
  const newest = new Map<string, StoredCookie>()
  const lastScopes = new Map<string, string>()
  return {
    remember: (viewer: Viewer, rows: PermissionScope, cookie: string | undefined): void => {
      const scope = scopeKey(rows)
      const former = lastScopes.get(viewer.id)
      // A session whose roles changed must not load the rows of its former class.
      if (former !== undefined && former !== scope && newest.get(former)?.personId === viewer.id) newest.delete(former)
      lastScopes.set(viewer.id, scope)
      if (rows.kind === 'all' || cookie === undefined) return
      newest.delete(scope)
      newest.set(scope, { cookie, personId: viewer.id, untilMs: now() + cookieForMs })
      for (const [other, { untilMs }] of newest) {
        if (untilMs > now()) break
        newest.delete(other)
      }
    },
    find: (scope: string): string | null => {
      const found = newest.get(scope)
      if (found !== undefined && found.untilMs > now()) return found.cookie
      newest.delete(scope)
      return null
    },
  }
}

/** Topics show a person no more than the backend grants this person, and a role no more than the console's matrix. */
export const backendRights = <Access extends ScopedAccess>({
  access,
  probe,
  hasOwnCredential,
  now = Date.now,
}: BackendRightsOptions<Access>) => {
  const book = createRightsBook(now)
  const found = new WeakMap<Viewer, Rights>()
  const cookies = createCookieBook(now)

  const askAll = async (cookie: string | undefined): Promise<ReadonlyMap<string, number>> => {
    const statuses = new Map<string, number>()
    const remaining = probedRelations.values()
    const askInTurn = async () => {
      for (const relation of remaining) statuses.set(relation, await probe(relation, cookie).catch(() => 503))
    }
    await Promise.all(Array.from({ length: mostProbesAtOnce }, askInTurn))
    return statuses
  }

  const askFor = async (viewer: Viewer, credentials: Credentials): Promise<Asked> => {
    const statuses = await askAll(credentials.headers.cookie)
    access.forget?.(credentials)
    const after = await access.findViewer(credentials)
    const hasSession = [...statuses.values()].some((status) => status !== 401)
    return {
      rights: new Map([...statuses].map(([relation, status]) => [relation, readRight(status)])),
      isOfClass: hasSession && after !== null && shareKey(after) === shareKey(viewer),
    }
  }

  const scopeRows = (viewer: Viewer): PermissionScope => {
    const { id: personId, roles } = viewer
    if (isAlone(viewer)) return { kind: 'member', organisation: undefined, personId }
    return hasOwnCredential ? everything : { kind: 'organisation', organisation: undefined, roles: roles.toSorted() }
  }

  const withRights = async (credentials: Credentials): Promise<Viewer | null> => {
    const viewer = await access.findViewer(credentials)
    if (viewer === null) return null
    const refreshMs = isAlone(viewer) ? refreshAloneAfterMs : refreshAfterMs
    const rights = await book.get(shareKey(viewer), refreshMs, () => askFor(viewer, credentials))
    found.set(viewer, rights)
    cookies.remember(viewer, scopeRows(viewer), credentials.headers.cookie)
    return viewer
  }

  const findScope = (viewer: Viewer, topic: SeenTopic): PermissionScope | null => {
    const relations = shownBy.get(topic.name) ?? null
    if (relations === null) return access.findScope(viewer, topic)
    const rights = found.get(viewer)
    const isGranted = rights !== undefined && relations.every((relation) => rights.get(relation) === 'granted')
    return isGranted && (isAlone(viewer) || access.findScope(viewer, topic) !== null) ? scopeRows(viewer) : null
  }

  return {
    access: { ...access, findViewer: withRights, findScope },
    /** A socket waits for the backend instead of showing a person less than it grants. */
    liveAccess: {
      ...access,
      findScope,
      followedScopes: hasOwnCredential ? [everything] : [],
      findViewer: async (credentials: Credentials) => {
        const viewer = await withRights(credentials)
        if (viewer !== null && isUnknown(found.get(viewer) ?? new Map())) throw unreachable
        return viewer
      },
    },
    /**
     * Cookie of a viewer with exactly these rights. Undefined for scopes that the relay loads with its own credential; null when no
     * such viewer is signed in, and then nothing may be loaded: the relay's own credential would show more.
     */
    findCookie: (scope: PermissionScope): string | null | undefined => {
      if (scope.kind !== 'member' && scope.kind !== 'organisation') return undefined
      return cookies.find(scopeKey(scope))
    },
    /** The backend denied this person something, so the rights may have changed. */
    onDenied: (viewer: Viewer): void => book.expire(shareKey(viewer)),
  }
}
