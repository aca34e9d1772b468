import { toSlices } from '#shared/primitives/to-slices.ts'
import { sliceSize } from '#relay/backend/notifications/decide/send-rows.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'
import { namedMost, type DueSend, type Payload } from '#relay/backend/notifications/outbox/outbox.ts'

export interface Member {
  /** Row of the history. */
  readonly rowId: string
  /** Resource. */
  readonly id: string
  readonly name: string
}

/** The first is the one the message is about. */
export const readMembers = async (database: Queryable, send: DueSend): Promise<readonly Member[]> => {
  const { id, resource_id: resourceId, payload } = send
  const first = { rowId: id, id: resourceId, name: payload.members?.find((each) => each.id === resourceId)?.name ?? '' }
  if (payload.members === undefined) return [first]
  const { rows } = await database.query<Member>(
    `select id as "rowId", resource_id as id, coalesce(payload ->> 'name', '') as name from notification_send_history
      where payload ->> 'lead' = $1 and status = 'pending' order by id`,
    [id],
  )
  const order = new Map(payload.members.map((each, index) => [each.id, index]))
  const findOrder = (member: Member) => order.get(member.id) ?? namedMost
  return [first, ...rows.toSorted((one, other) => findOrder(one) - findOrder(other))]
}

export interface Left {
  readonly status: 'silenced' | 'skipped' | 'inhibited'
  readonly error?: string
  readonly silencedBy?: string
  readonly parentId?: string
}

interface EndedMember extends Left {
  /** Row of the history. */
  readonly rowId: string
}

export const endMembers = async (database: Queryable, ended: readonly EndedMember[]): Promise<void> => {
  for (const slice of toSlices(ended, sliceSize))
    await database.query(
      `update notification_send_history as member
          set status = ended.status, error = ended.error, silenced_by = ended."silencedBy",
              parent_id = coalesce(ended."parentId", member.parent_id), not_before = null
         from jsonb_to_recordset($1::jsonb) as ended
              ("rowId" uuid, status text, error text, "silencedBy" uuid, "parentId" uuid)
        where member.id = ended."rowId"`,
      [storableJson(slice)],
    )
}

/** Members that left are counted by rows of their own. */
export const countMembers = async (database: Queryable, { id }: DueSend, remaining: number): Promise<void> => {
  await database.query('update notification_send_history set count = $2 where id = $1', [id, Math.max(1, remaining)])
}

/** The message is then about the resource of `next`, whose row ends for the resource it was about. */
export const passLead = async (
  database: Queryable,
  send: DueSend,
  next: Member,
  payload: Payload,
): Promise<Pick<Member, 'rowId'>> => {
  await database.query(
    `update notification_send_history set resource_id = case id when $1 then $3::uuid else $4::uuid end,
       payload = case id when $1 then $5::jsonb else payload end, body = case id when $1 then $6 else body end
      where id in ($1, $2)`,
    [send.id, next.rowId, next.id, send.resource_id, JSON.stringify(payload), payload.message],
  )
  return { rowId: next.rowId }
}
