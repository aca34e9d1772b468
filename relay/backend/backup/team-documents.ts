import { z } from 'zod'
import { isMap } from '#shared/primitives/is-map.ts'
import { resourceKinds } from '#shared/resources/resource-kinds.ts'
import { teamSpecSchema, turnsSchema } from '#relay/backend/documents/team-spec.ts'
import type { RelatedColumn } from '#relay/backend/resources/related-column.ts'
import { findServicesError } from '#relay/backend/notifications/rules/find-services-error.ts'
import { ignoredFields, listIgnoredFields, listUnknownFields } from '#relay/backend/resources/ignored-fields.ts'
import type { BackupKind } from './backup-kind.ts'
import type { References } from './references.ts'
import { formatSpecError } from './spec-error.ts'

const members: RelatedColumn = {
  column: 'members',
  relation: 'team_members',
  sql: `select coalesce(jsonb_agg(person_id order by person_id), '[]') from team_members
          join people on people.id = person_id where team_members.team_id = teams.id and people.deleted_at is null`,
  write: async (database, id, value) => {
    const people = z.array(z.string()).parse(value)
    await database.query(
      `delete from team_members using people where people.id = person_id and people.deleted_at is null
          and team_members.team_id = $1 and person_id <> all($2::uuid[])`,
      [id, people],
    )
    await database.query(
      'insert into team_members (team_id, person_id) select $1, unnest($2::uuid[]) on conflict do nothing',
      [id, people],
    )
  },
}

const onCall: RelatedColumn = {
  column: 'on_call',
  relation: 'on_call_rotations',
  sql: `select jsonb_build_object('people', people, 'shift_days', shift_days, 'hand_over', hand_over, 'zone', zone,
          'starts_on', starts_on) from on_call_rotations where on_call_rotations.team_id = teams.id`,
  write: async (database, id, value) => {
    const turns = turnsSchema.nullable().parse(value)
    if (turns === null) {
      await database.query('delete from on_call_rotations where team_id = $1', [id])
      return
    }
    const { people, shift_days: days, hand_over: handOver, zone, starts_on: startsOn } = turns
    await database.query(
      `insert into on_call_rotations (team_id, people, shift_days, hand_over, zone, starts_on, created_by)
       values ($1, $2::uuid[], $3, $4, $5, $6, (select id from people where id = relay.actor()))
       on conflict (team_id) do update set people = excluded.people, shift_days = excluded.shift_days,
         hand_over = excluded.hand_over, zone = excluded.zone, starts_on = excluded.starts_on`,
      [id, people, days, handOver, zone, startsOn],
    )
  },
}

const listNames = (ids: unknown, { findName }: References): readonly string[] =>
  (Array.isArray(ids) ? ids : []).flatMap((id) => findName('person', String(id)) ?? [])

const toRotation = (row: unknown, references: References) => {
  const turns = turnsSchema.safeParse(row).data
  const people = listNames(turns?.people, references)
  return turns === undefined || people.length === 0 ? null : { ...turns, people }
}

const resolveIds = (names: readonly string[], { findId }: References) => {
  const ids: string[] = []
  for (const each of names) {
    const id = findId('person', each)
    if (id == null) return { unknown: each }
    ids.push(id)
  }
  return { ids }
}

const knownFields = [...Object.keys(teamSpecSchema.shape), ...Object.keys(ignoredFields.team)]

export const teams: BackupKind = {
  ...resourceKinds.teams,
  columns: ['icon', 'spec'],
  beside: [members, onCall],
  names: ['person'],
  toDocument: ({ icon, spec, ...row }, references) => ({
    annotations: icon == null ? undefined : { icon },
    spec: {
      ...(isMap(spec) ? spec : {}),
      members: listNames(row['members'], references).toSorted(),
      onCall: toRotation(row['on_call'], references),
    },
  }),
  toRow: async (document, references) => {
    const { annotations, spec } = document
    const { data, error } = teamSpecSchema.safeParse(spec ?? {})
    if (error !== undefined) return { error: formatSpecError(teamSpecSchema, error, spec) }
    const { members: named, onCall: turns, ...rest } = data
    const servicesError = await findServicesError('spec.notifications', data.notifications)
    if (servicesError !== undefined) return { error: servicesError }
    const inTeam = resolveIds(named ?? [], references)
    if ('unknown' in inTeam) return { error: `spec.members: person "${inTeam.unknown}" not found.` }
    const taking = resolveIds(turns?.people ?? [], references)
    if ('unknown' in taking) return { error: `spec.onCall.people: person "${taking.unknown}" not found.` }
    return {
      row: {
        icon: annotations['icon'] ?? null,
        spec: rest,
        ...(named != null && { members: [...new Set(inTeam.ids)].toSorted() }),
        ...(turns !== undefined && { on_call: turns === null ? null : { ...turns, people: taking.ids } }),
      },
      warnings: [...listIgnoredFields(document, ignoredFields.team), ...listUnknownFields(document, knownFields)],
    }
  },
}
