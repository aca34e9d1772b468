import { toSlices } from '#shared/primitives/to-slices.ts'
import type { Queryable } from '#relay/database/database.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'
import { isNoMember, type Payload } from '#relay/backend/notifications/outbox/outbox.ts'
import { sliceSize, type MemberRow, type SendRow } from './send-rows.ts'

interface OpenGroup {
  readonly id: string
  readonly hash: string
  readonly resource_id: string
  readonly team_id: string | null
  readonly payload: Payload
}

/** Locked, so that none is sent meanwhile. */
export const readOpenGroups = async (
  transaction: Queryable,
  hashes: readonly string[],
): Promise<readonly OpenGroup[]> => {
  if (hashes.length === 0) return []
  const { rows } = await transaction.query<OpenGroup>(
    `select id, group_by_hash as hash, resource_id, team_id, payload from notification_send_history
      where group_by_hash = any($1) and status = 'pending' and retries is null and not_before > now() and ${isNoMember}
      for update`,
    [hashes],
  )
  return rows
}

const columns =
  'id, notification_id, resource_id, source_event, status, count, person_id, team_id, connection_id, payload, body, group_by_hash'
const given = `
  select ${columns}, case when wait_seconds > 0 then now() + make_interval(secs => wait_seconds) end as not_before
    from jsonb_to_recordset($1::jsonb) as given
         (id uuid, notification_id uuid, resource_id uuid, source_event text, status text, count integer, person_id uuid,
          team_id uuid, connection_id uuid, payload jsonb, body text, group_by_hash text, wait_seconds double precision)`

export interface JoinedGroup {
  readonly id: string
  readonly payload: Payload
}

const toMemberKey = (lead: string, resourceId: string): string => `${lead} ${resourceId}`

/** Groups that were open before this plan: their rows are locked, so that none is added meanwhile. */
const readStoredMembers = async (
  transaction: Queryable,
  added: readonly SendRow[],
  members: readonly MemberRow[],
): Promise<ReadonlySet<string>> => {
  const own = new Set(added.map(({ id }) => id))
  const leads = [...new Set(members.map(({ payload }) => payload.lead))].filter((lead) => !own.has(lead))
  if (leads.length === 0) return new Set()
  const { rows } = await transaction.query<{ lead: string; resource_id: string }>(
    `select payload ->> 'lead' as lead, resource_id from notification_send_history where payload ->> 'lead' = any($1)`,
    [leads],
  )
  return new Set(rows.map(({ lead, resource_id: resourceId }) => toMemberKey(lead, resourceId)))
}

export const writeSends = async (
  transaction: Queryable,
  added: readonly SendRow[],
  joined: readonly JoinedGroup[],
  members: readonly MemberRow[],
): Promise<void> => {
  for (const slice of toSlices(added, sliceSize))
    await transaction.query(`insert into notification_send_history (${columns}, not_before) ${given}`, [
      storableJson(slice),
    ])
  for (const slice of toSlices(joined, sliceSize))
    await transaction.query(
      `update notification_send_history as send set payload = given.payload
         from jsonb_to_recordset($1::jsonb) as given (id uuid, payload jsonb)
        where send.id = given.id`,
      [storableJson(slice)],
    )
  if (members.length === 0) return
  const stored = await readStoredMembers(transaction, added, members)
  const fresh = members.filter((member) => !stored.has(toMemberKey(member.payload.lead, member.resource_id)))
  for (const slice of toSlices(fresh, sliceSize))
    await transaction.query(`insert into notification_send_history (${columns}, not_before) ${given}`, [
      storableJson(slice),
    ])
  await transaction.query(
    `update notification_send_history as send set count = 1 + (
       select count(*) from notification_send_history as member where member.payload ->> 'lead' = send.id::text)
      where id = any($1::uuid[])`,
    [[...new Set(members.map(({ payload }) => payload.lead))]],
  )
}

export interface HeldRow {
  readonly notification_id: string
  readonly resource_id: string
  readonly source_event: string
  readonly status: string
  readonly silenced_by: string | null
  readonly parent_id: string | null
  readonly count: number
  readonly person_id: string | null
  readonly team_id: string | null
}

export const writeHeld = async (transaction: Queryable, held: readonly HeldRow[]): Promise<void> => {
  if (held.length === 0) return
  await transaction.query(
    `with given as (
       select * from jsonb_to_recordset($1::jsonb) as row
         (notification_id uuid, resource_id uuid, source_event text, status text, silenced_by uuid, parent_id uuid,
          count integer, person_id uuid, team_id uuid)
     ), known as (
       select given.*, (
         select id from notification_send_history as old
          where old.notification_id = given.notification_id and old.resource_id = given.resource_id
            and old.source_event = given.source_event and old.status = given.status
            and old.silenced_by is not distinct from given.silenced_by and old.created_at > now() - interval '1 day'
          order by created_at desc limit 1) as id
         from given
     ), counted as (
       update notification_send_history as old
          set count = old.count + known.count, created_at = now(), parent_id = coalesce(known.parent_id, old.parent_id)
         from known where old.id = known.id
     )
     insert into notification_send_history
       (id, notification_id, resource_id, source_event, status, silenced_by, parent_id, count, person_id, team_id)
     select gen_random_uuid(), notification_id, resource_id, source_event, status, silenced_by, parent_id, count,
       person_id, team_id
       from known where id is null`,
    [storableJson(held)],
  )
}
