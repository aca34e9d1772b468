import type { MarkQueries } from '#relay/live/sources/table-mark.ts'

/** A message is what became of it, which moves no time of its row; the newest ones are those that still change. */
export const sendMark: MarkQueries = {
  queries: [
    'notification_send_history?select=id,status,count,retries&order=created_at.desc,id',
    'notifications?select=id,updated_at,deleted_at&order=updated_at.desc,id',
  ],
  counted: 'notification_send_history?select=id',
}
