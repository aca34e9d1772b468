import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Queryable } from '#relay/database/database.ts'
import { endMembers } from '#relay/backend/notifications/send/group-members.ts'
import { sliceSize, type MemberRow } from './send-rows.ts'
import { writeSends } from './write-plan.ts'

const countRows = async (write: (database: Queryable) => Promise<void>): Promise<readonly number[]> => {
  const counts: number[] = []
  await write({
    query: async (_sql, [rows] = []) => {
      counts.push(typeof rows === 'string' ? (JSON.parse(rows) as unknown[]).length : 0)
      return { rows: [], affectedRows: 0 }
    },
  })
  return counts
}

const member = (index: number): MemberRow => ({
  notification_id: 'rule',
  source_event: 'check.failed',
  status: 'pending',
  person_id: null,
  team_id: null,
  connection_id: null,
  group_by_hash: 'hash',
  wait_seconds: 0,
  id: randomUUID(),
  resource_id: `check ${index}`,
  count: 1,
  payload: { lead: 'lead', name: '', title: '', message: '', recipient: '', recipientKind: 'person' },
  body: '',
})

test('the members of a large group are written in slices', async () => {
  const members = Array.from({ length: 2 * sliceSize + 1 }, (_, index) => member(index))
  const counts = await countRows((database) => writeSends(database, [], [], members))
  // First and last are reading and counting the members.
  expect(counts).toEqual([0, sliceSize, sliceSize, 1, 0])
})

test('members end together, in slices', async () => {
  const ended = Array.from({ length: sliceSize + 2 }, (_, index) => ({ rowId: `${index}`, status: 'skipped' as const }))
  expect(await countRows((database) => endMembers(database, ended))).toEqual([sliceSize, 2])
  expect(await countRows((database) => endMembers(database, []))).toEqual([])
})
