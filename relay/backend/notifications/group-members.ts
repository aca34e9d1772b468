import type { Queryable } from '#relay/database/database.ts'
import { namedMost } from './send-rows.ts'
import type { DueSend, Payload } from './outbox.ts'

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

export const endMember = async (
  database: Queryable,
  { rowId }: Pick<Member, 'rowId'>,
  { status, error, silencedBy, parentId }: Left,
): Promise<void> => {
  await database.query(
    `update notification_send_history
        set status = $2, error = $3, silenced_by = $4, parent_id = coalesce($5::uuid, parent_id), not_before = null
      where id = $1`,
    [rowId, status, error ?? null, silencedBy ?? null, parentId ?? null],
  )
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
