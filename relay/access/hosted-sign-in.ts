import { decide } from '#shared/access/decide.ts'
import { scopeKey, type PermissionScope } from '#shared/access/permission-scope.ts'
import type { Grant } from '#shared/access/grant.ts'
import type { Resource } from '#shared/access/resources.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { sessionTopic } from '#shared/access/session-topic.ts'
import { hostedTokens, type HostedPerson, type TokenPolicy } from '#relay/access/hosted-token.ts'
import type { SignIn } from '#relay/access/sign-in.ts'

interface BackendCredentials {
  readonly token: string
  readonly backendUrl: string | null
}

export interface HostedAccess extends SignIn {
  readonly findScope: (
    viewer: Viewer,
    topic: { readonly name: string; readonly resource: Resource },
  ) => PermissionScope | null
  readonly followedScopes: readonly PermissionScope[]
  readonly findBackendCredentials: (viewer: Viewer) => BackendCredentials | undefined
  readonly withGrants: (viewer: Viewer, grants: readonly Grant[]) => Viewer
  readonly backendCredentialsFor: (scope: PermissionScope) => BackendCredentials | undefined
}

const recheckEveryMs = 5_000

const toRole = (role: string): string => {
  const name = role.replace(/^org:/, '')
  return name === 'admin' || name === 'guest' ? name : 'viewer'
}

const parseBearer = (authorization: string | undefined): string | null =>
  /^Bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1] ?? null

/** Guests, people with own permissions and people whose permissions are unknown must not share rows with others. */
const scopeIn = ({ organisation, id, roles, grants }: Viewer): PermissionScope => {
  const isAlone = roles.includes('guest') || grants === undefined || grants.length > 0
  return isAlone ? { kind: 'member', organisation, personId: id } : { kind: 'organisation', organisation, roles }
}

const viewerIn = ({ id, name, email, organisation, role }: HostedPerson): Viewer => ({
  id,
  name,
  email,
  organisation,
  roles: [toRole(role)],
})

/**
 * The relay has no credential for an organisation's backend: a topic is loaded with the token of a viewer with
 * the same permissions.
 */
export const hostedAccess = (policy: TokenPolicy, now: () => number = Date.now): HostedAccess => {
  const verify = hostedTokens(policy, now)
  const passages = new WeakMap<Viewer, BackendCredentials & { readonly expiresAtMs: number }>()
  const newest = new Map<string, BackendCredentials & { readonly expiresAtMs: number }>()

  const remember = (viewer: Viewer, credentials: BackendCredentials & { readonly expiresAtMs: number }): Viewer => {
    const scope = scopeKey(scopeIn(viewer))
    passages.set(viewer, credentials)
    for (const [other, stored] of newest) if (stored.expiresAtMs <= now()) newest.delete(other)
    if ((newest.get(scope)?.expiresAtMs ?? 0) <= credentials.expiresAtMs) newest.set(scope, credentials)
    return viewer
  }
  return {
    findViewer: async ({ headers: { authorization } }) => {
      const token = parseBearer(authorization)
      const person = token === null ? null : await verify(token)
      if (token === null || person === null) return null
      const { backendUrl, expiresAtMs } = person
      return remember(viewerIn(person), { token, backendUrl, expiresAtMs })
    },
    withGrants: (viewer, grants) => {
      const credentials = passages.get(viewer)
      const knowing = { ...viewer, grants }
      return credentials === undefined ? knowing : remember(knowing, credentials)
    },
    onChange: () => () => undefined,
    recheckEveryMs,
    findScope: (viewer, { name, resource }) => {
      const { id: personId, roles, organisation, grants = [] } = viewer
      if (name === sessionTopic.name)
        return {
          kind: 'session',
          session: { personId, roles: [...roles], teams: [], grants: [...grants] },
          organisation,
        }
      const { answer } = decide(viewer, { action: 'read', resource }, { nowMs: now() })
      return answer === 'refused' ? null : scopeIn(viewer)
    },
    followedScopes: [],
    findBackendCredentials: (viewer) => passages.get(viewer),
    backendCredentialsFor: (scope) => {
      const stored = newest.get(scopeKey(scope))
      return stored !== undefined && stored.expiresAtMs > now() ? stored : undefined
    },
  }
}
