import { decide, type Question } from '#shared/access/decide.ts'
import { hasEnded } from '#shared/access/grant.ts'
import type { PermissionScope } from '#shared/access/permission-scope.ts'
import type { Resource } from '#shared/access/resources.ts'
import type { SessionRow } from '#shared/access/session-row.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { sessionTopic } from '#shared/access/session-topic.ts'

const everything: PermissionScope = { kind: 'all' }

interface SeenTopic {
  readonly name: string
  readonly resource: Resource
  /** What its rows show beside that. */
  readonly alsoReads?: readonly Pick<Question, 'resource' | 'object'>[]
  /** Whether its rows tell what they are about, so that some of them can be left out. */
  readonly narrows?: boolean
}

/** The person as grants that still count see them: it is another one as soon as one of them ends. */
const toSession = ({ id, roles, teams = [], grants = [] }: Viewer, nowMs: number): SessionRow => ({
  personId: id,
  roles: [...roles],
  teams: [...teams],
  grants: grants.filter((grant) => !hasEnded(grant, nowMs)),
})

/**
 * What people see of a topic, null when nothing. Everybody who may read all of it sees the same rows; whoever may read a part
 * has a scope of their own, and the session is everybody's own. The journal follows what everybody sees.
 */
export const scopeByRights = {
  findScope: (
    viewer: Viewer,
    { name, resource, narrows = false, alsoReads = [] }: SeenTopic,
  ): PermissionScope | null => {
    const nowMs = Date.now()
    if (name === sessionTopic.name)
      return { kind: 'session', session: toSession(viewer, nowMs), organisation: undefined }
    const decideRead = (subject: Pick<Question, 'resource' | 'object'>) =>
      decide(viewer, { ...subject, action: 'read' }, { nowMs }).answer
    const answer = decideRead({ resource })
    const isWhole = answer === 'allowed' && alsoReads.every((each) => decideRead(each) === 'allowed')
    if (isWhole) return everything
    return answer === 'allowed' || (answer === 'some' && narrows)
      ? { kind: 'part', session: toSession(viewer, nowMs) }
      : null
  },
  followedScopes: [everything],
} as const
