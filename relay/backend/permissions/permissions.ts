import type { FastifyBaseLogger } from 'fastify'
import { isAbout, type Principal, type Team } from '#shared/access/decide.ts'
import { grantSchema, type Grant } from '#shared/access/grant.ts'
import { addMemberGrants, type PermissionGroup } from '#shared/access/permission-groups.ts'
import { isId } from '#shared/primitives/id.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import { readAddress, readGroups, readPermissions, readTeams } from '#relay/backend/permissions/stored-rights.ts'
import { createAccessObjects, type AccessObjects } from './access-objects.ts'
import type { Database } from '#relay/database/database.ts'

interface Known {
  readonly grants: readonly Grant[]
  readonly groups: readonly PermissionGroup[]
  readonly teamsByPerson: ReadonlyMap<string, readonly Team[]>
}

export interface Permissions {
  readonly of: (person: {
    readonly id: string
    readonly roles: readonly string[]
  }) => Promise<Pick<Principal, 'teams' | 'grants'>>
  readonly accessObjects: AccessObjects
  /** Also called when a grant expires. Returns the unsubscribe function. */
  readonly onChange: (listener: () => void) => () => void
  readonly onWrite: OnChange
  readonly stop: () => Promise<void>
}

const relations = new Set(['permissions', 'permission_groups', 'teams', 'team_members', 'people'])
const longestTimerMs = 2 ** 31 - 1

const ofAgents = ['playbooks', 'database.public'].map((object) =>
  grantSchema.parse({ id: `agent ${object}`, subject: 'agent', subject_type: 'group', action: 'read', object }),
)

export const startPermissions = async (database: Database, log: FastifyBaseLogger): Promise<Permissions> => {
  const listeners = new Set<() => void>()
  let warned = new Set<string>()
  let known: Promise<Known> | null = null
  let ending: NodeJS.Timeout | undefined

  const changed = () => {
    known = null
    clearTimeout(ending)
    for (const listener of listeners) listener()
  }
  const watchEnds = (grants: readonly Grant[]) => {
    const nowMs = Date.now()
    const ends = grants.flatMap(({ until }) => (until === null ? [] : [Date.parse(until)])).filter((at) => at > nowMs)
    clearTimeout(ending)
    if (ends.length > 0) ending = setTimeout(changed, Math.min(Math.min(...ends) - nowMs, longestTimerMs)).unref()
  }
  const read = async (): Promise<Known> => {
    const [{ grants, errors }, groups, teamsByPerson] = await Promise.all([
      readPermissions(database),
      readGroups(database),
      readTeams(database),
    ])
    for (const { id, message } of errors.filter((error) => !warned.has(error.id)))
      log.warn({ permission: id, reason: message }, 'invalid permission ignored')
    warned = new Set(errors.map(({ id }) => id))
    return { grants: [...ofAgents, ...grants], groups, teamsByPerson }
  }
  const current = async (): Promise<Known> => {
    const reading = (known ??= read())
    try {
      const result = await reading
      if (known !== reading) return await current()
      watchEnds(result.grants)
      return result
    } catch (error) {
      if (known === reading) known = null
      throw error
    }
  }

  const unlisten = await database.listen('table_activity', (payload) => {
    if (payload === '' || relations.has(payload.split(' ', 1)[0] ?? '')) changed()
  })
  await current().catch((error: unknown) => log.error({ err: error }, 'permissions read failed, denying all access'))

  return {
    of: async ({ id, roles }) => {
      const { grants, groups, teamsByPerson } = await current()
      const teams = teamsByPerson.get(id) ?? []
      const address = groups.length > 0 && isId(id) ? await readAddress(database, id) : { email: null }
      const expanded = addMemberGrants(grants, groups, [{ id, ...address, teams }])
      return { teams, grants: expanded.filter((grant) => isAbout({ id, roles, teams }, grant)) }
    },
    accessObjects: createAccessObjects(database),
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onWrite: ({ relation }) => {
      if (relations.has(relation)) changed()
    },
    stop: async () => {
      clearTimeout(ending)
      await unlisten()
    },
  }
}
