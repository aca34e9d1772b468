import { decide } from '#shared/access/decide.ts'
import { hasEnded } from '#shared/access/grant.ts'
import type { PermissionScope } from '#shared/access/permission-scope.ts'
import type { Resource } from '#shared/access/resources.ts'
import type { SessionRow } from '#shared/access/session-row.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { sessionTopic } from '#shared/access/session-topic.ts'
import type { Question } from '#shared/access/question.ts'

const everything: PermissionScope = { kind: 'all' }

export interface SeenTopic {
  readonly name: string
  readonly resource: Resource
  readonly alsoReads?: readonly Pick<Question, 'resource' | 'object'>[]
  readonly narrows?: boolean
}

const toSession = ({ id, roles, teams = [], grants = [] }: Viewer, nowMs: number): SessionRow => ({
  personId: id,
  roles: [...roles],
  teams: [...teams],
  grants: grants.filter((grant) => !hasEnded(grant, nowMs)),
})

/** Null when the viewer cannot read the topic. */
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
