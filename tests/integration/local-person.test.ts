import { afterAll, beforeAll, expect, test } from 'vitest'
import { localPersonId, settleLocalPerson } from '#relay/backend/people/local-person.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { insertRow } from '#tests/fixtures/rows.ts'

let database: Database
beforeAll(async () => {
  database = await openServer()
})
afterAll(() => database.close())

const localAddress = async () =>
  (await database.query('select email from people where id = $1 and deleted_at is null', [localPersonId])).rows
const listed = async () => (await database.query('select name from people_roles')).rows
const approvers = async () => (await database.query('select email from relay.verified_addresses')).rows

test('the local person exists only in standalone mode: not listed, and no approver, with sign-in', async () => {
  await settleLocalPerson(database, false)
  expect([await localAddress(), await listed(), await approvers()]).toEqual([[], [], []])
  await settleLocalPerson(database, true)
  expect(await localAddress()).toEqual([{ email: 'admin@local' }])
  expect([await listed(), await approvers()]).toEqual([[{ name: 'Admin' }], [{ email: 'admin@local' }]])
})

test('a person with the same address is a different one, and keeps it', async () => {
  await settleLocalPerson(database, false)
  const id = await insertRow(database, 'people', { name: 'Eve', email: 'Admin@local' })
  expect((await database.query('select roles from people_roles where id = $1', [id])).rows).toEqual([])
  await settleLocalPerson(database, true)
  expect(await localAddress()).toEqual([{ email: null }])
})
