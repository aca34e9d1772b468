import type { Team } from '#shared/access/decide.ts'
import { readGrants } from '#shared/access/grant-error.ts'
import type { Person } from '#shared/access/grant-effect.ts'
import type { Queryable } from '#relay/database/database.ts'

const grantsSql = `
  select id, subject, subject_type, person_id, team_id, notification_id, action, deny, object, object_selector, config_id,
    component_id, canary_id, playbook_id, connection_id, agents, tags, until, description
  from permissions where deleted_at is null order by created_at, id`
const membersSql = `
  select team_members.person_id, teams.id, teams.name
  from team_members join teams on teams.id = team_members.team_id
  where teams.deleted_at is null order by teams.name`
const peopleSql = `
  select id, name, array(select role from relay.person_roles where person_id = people.id order by role) as roles
  from people where deleted_at is null`

export const readPermissions = async (database: Queryable) => readGrants((await database.query(grantsSql)).rows)

export const readTeams = async (database: Queryable): Promise<ReadonlyMap<string, readonly Team[]>> => {
  const { rows } = await database.query<{ readonly person_id: string } & Team>(membersSql)
  const teamsByPerson = new Map<string, Team[]>()
  for (const { person_id, id, name } of rows)
    teamsByPerson.set(person_id, [...(teamsByPerson.get(person_id) ?? []), { id, name }])
  return teamsByPerson
}

export const readPeople = async (database: Queryable): Promise<readonly Person[]> => {
  const teamsByPerson = await readTeams(database)
  const { rows } = await database.query<Pick<Person, 'id' | 'name' | 'roles'>>(peopleSql)
  return rows.map(({ id, name, roles }) => ({ id, name, roles, teams: teamsByPerson.get(id) ?? [] }))
}
