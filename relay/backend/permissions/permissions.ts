import type { FastifyBaseLogger } from 'fastify'
import type { Asker, Team } from '#shared/access/decide.ts'
import { grantSchema, subjectOf, type Grant } from '#shared/access/grant.ts'
import type { OnChange } from '#relay/backend/change.ts'
import { createThings, type Things } from '#relay/backend/permissions/things.ts'
import type { Database } from '#relay/database/database.ts'

interface Known {
  readonly grants: readonly Grant[]
  readonly teamsOf: ReadonlyMap<string, readonly Team[]>
}

/** The table `permissions` as the gates need it, always as it stands. */
export interface Permissions {
  /** The teams of a person, and the grants and denies that are about the person, these teams or the roles. */
  readonly of: (person: {
    readonly id: string
    readonly roles: readonly string[]
  }) => Promise<Pick<Asker, 'teams' | 'grants'>>
  /** What grants can be narrowed to, as the database knows it. */
  readonly things: Things
  /** Tells when grants, teams or their members changed, and when a grant ended by itself. Answers how to stop listening. */
  readonly onChange: (listener: () => void) => () => void
  /** Hears of writes by the data API, which count from the answer to them on. */
  readonly onWrite: OnChange
  readonly stop: () => Promise<void>
}

const relations = new Set(['permissions', 'teams', 'team_members'])
const longestTimerMs = 2 ** 31 - 1

const grantsSql = `
  select id, subject, subject_type, person_id, team_id, notification_id, action, deny, object, object_selector, config_id,
    component_id, canary_id, playbook_id, connection_id, agents, tags, until, description
  from permissions where deleted_at is null order by created_at, id`
const membersSql = `
  select team_members.person_id, teams.id, teams.name
  from team_members join teams on teams.id = team_members.team_id
  where teams.deleted_at is null order by teams.name`

/** What the role of agents brings (contract 0.6), which is no role of people. */
const ofAgents = ['playbooks', 'database.public'].map((object) =>
  grantSchema.parse({ id: `agent ${object}`, subject: 'agent', subject_type: 'group', action: 'read', object }),
)

/**
 * Reads the permissions once and again after every change, by the channel on which the database tells of its tables, so that a
 * change counts for the next request, and for open tabs as soon as their sessions are looked at again.
 */
export const startPermissions = async (database: Database, log: FastifyBaseLogger): Promise<Permissions> => {
  const listeners = new Set<() => void>()
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
    const [grants, members] = await Promise.all([
      database.query(grantsSql),
      database.query<{ readonly person_id: string } & Team>(membersSql),
    ])
    const teamsOf = new Map<string, Team[]>()
    for (const { person_id, id, name } of members.rows)
      teamsOf.set(person_id, [...(teamsOf.get(person_id) ?? []), { id, name }])
    return { grants: [...ofAgents, ...grants.rows.map((row) => grantSchema.parse(row))], teamsOf }
  }
  const current = async (): Promise<Known> => {
    const reading = (known ??= read())
    try {
      const answer = await reading
      if (known !== reading) return await current()
      watchEnds(answer.grants)
      return answer
    } catch (error) {
      if (known === reading) known = null
      throw error
    }
  }

  const unlisten = await database.listen('table_activity', (payload) => {
    if (payload === '' || relations.has(payload.split(' ', 1)[0] ?? '')) changed()
  })
  await current().catch((error: unknown) =>
    log.error({ err: error }, 'The permissions cannot be read; nobody is let in until they can.'),
  )

  return {
    of: async ({ id, roles }) => {
      const { grants, teamsOf } = await current()
      const teams = teamsOf.get(id) ?? []
      const groups = new Set([...roles, 'everyone'])
      const isAbout = (grant: Grant): boolean => {
        const subject = subjectOf(grant)
        if (subject === null) return false
        if (subject.type === 'person') return subject.id === id
        if (subject.type === 'team') return teams.some((team) => team.id === subject.id)
        return subject.type === 'group' && groups.has(subject.id)
      }
      return { teams, grants: grants.filter(isAbout) }
    },
    things: createThings(database),
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
