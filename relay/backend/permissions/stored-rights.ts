import type { Team } from '#shared/access/decide.ts'
import { readGrants } from '#shared/access/grant-error.ts'
import type { Person } from '#shared/access/grant-effect.ts'
import { permissionGroupSchema, type GroupMember, type PermissionGroup } from '#shared/access/permission-groups.ts'
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
  select id, name, email, array(select role from relay.person_roles where person_id = people.id order by role) as roles
  from people where deleted_at is null`

export const readPermissions = async (database: Queryable) => readGrants((await database.query(grantsSql)).rows)

export const readTeams = async (database: Queryable): Promise<ReadonlyMap<string, readonly Team[]>> => {
  const { rows } = await database.query<{ readonly person_id: string } & Team>(membersSql)
  const teamsByPerson = new Map<string, Team[]>()
  for (const { person_id, id, name } of rows)
    teamsByPerson.set(person_id, [...(teamsByPerson.get(person_id) ?? []), { id, name }])
  return teamsByPerson
}

export const readGroups = async (database: Queryable): Promise<readonly PermissionGroup[]> =>
  (await database.query('select name, selectors from permission_groups where deleted_at is null')).rows.map((row) =>
    permissionGroupSchema.parse(row),
  )

export const readEmail = async (database: Queryable, id: string): Promise<string | null> => {
  const { rows } = await database.query<Pick<GroupMember, 'email'>>('select email from people where id = $1', [id])
  return rows[0]?.email ?? null
}

export const readPeople = async (database: Queryable): Promise<readonly (Person & GroupMember)[]> => {
  const teamsByPerson = await readTeams(database)
  const { rows } = await database.query<Pick<Person, 'name' | 'roles'> & Pick<GroupMember, 'id' | 'email'>>(peopleSql)
  return rows.map(({ id, name, email, roles }) => ({ id, name, email, roles, teams: teamsByPerson.get(id) ?? [] }))
}
