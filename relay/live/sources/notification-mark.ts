import type { MarkQueries } from '#relay/live/sources/table-mark.ts'

/** Delivery results do not change `updated_at` of a message; only the newest messages still change. */
export const sendMark: MarkQueries = {
  queries: [
    'notification_send_history?select=id,status,count,retries&order=created_at.desc,id',
    'notifications?select=id,updated_at,deleted_at&order=updated_at.desc,id',
  ],
  counted: 'notification_send_history?select=id',
}

export const onCallMark: MarkQueries = {
  queries: [
    'on_call_rotations?select=team_id,updated_at&order=updated_at.desc,team_id',
    'on_call_overrides?select=id,until&order=until.desc,id',
    'team_members?select=team_id,person_id&order=team_id,person_id',
  ],
  counted: 'team_members?select=team_id',
}
