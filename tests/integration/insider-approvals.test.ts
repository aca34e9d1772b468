import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { runApproversSchema } from '#shared/playbooks/run-approvers.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { startPeopleConsole, type PeopleConsole } from '#tests/fixtures/people-console.ts'
import { admin, insertRow } from '#tests/fixtures/rows.ts'

let database: Database
let people: PeopleConsole

beforeAll(async () => {
  database = await openServer()
  people = await startPeopleConsole(database, {
    admin: ['admin'],
    editor: ['editor'],
    eve: ['editor'],
    boss: ['viewer'],
    viewer: ['viewer'],
  })
})
afterAll(async () => {
  await people.stop()
  await database.close()
})
const verify = (name: string, email = `${name}@example.test`) =>
  database.query('insert into relay.remote_addresses (person_id, email, is_verified) values ($1, $2, true)', [
    people.getId(name),
    email,
  ])
beforeEach(() => verify('boss'))
afterEach(async () => {
  await database.query('delete from relay.remote_addresses')
  await database.query('delete from team_members')
  await database.query('delete from identities')
})

let made = 0
const playbook = (approval: object) =>
  insertRow(database, 'playbooks', {
    name: `wait-${(made += 1)}`,
    source: 'UI',
    category: '',
    spec: { actions: [{ name: 'wait', delay: '1h', http: { url: 'http://127.0.0.1:9/' } }], approval },
  })
const ask = async (name: string, id: string) => {
  const response = await people.ask(name, '/api/playbook/run', 'POST', { id })
  return { status: response.status, body: (await response.json()) as { run_id: string; error?: string } }
}
const start = async (name: string, approval: object) => {
  const { status, body } = await ask(name, await playbook(approval))
  expect([status, body.error]).toEqual([201, undefined])
  return body.run_id
}
const approve = async (name: string, run: string) => {
  const response = await people.ask(name, `/api/playbook/run/approve/${run}`, 'POST')
  const { error } = (await response.json()) as { error?: string }
  return error === undefined ? response.status : [response.status, error]
}
const readStatus = async (run: string) =>
  (await database.query<{ status: string }>('select status from playbook_runs where id = $1', [run])).rows[0]?.status
const team = async (...names: string[]) => {
  const name = `dba-${(made += 1)}`
  const id = await insertRow(database, 'teams', { name, created_by: admin })
  for (const member of names)
    await database.query('insert into team_members (team_id, person_id) values ($1, $2)', [id, people.getId(member)])
  return name
}
const traits = (email: string) => ({ email, name: { first: 'Zoe' } })
const boss = { approvers: { people: ['Boss@example.test'] } }
const startedIt = [403, 'You started this run. Someone else must approve it.']

const whyNot = async (name: string, run: string) => {
  const response = await people.ask(name, `/api/playbook/run/${run}/approvers`)
  return runApproversSchema.parse(await response.json()).you.refusal
}

test('reports in advance if and why a user cannot approve, including denials', async () => {
  const run = await start('editor', boss)
  expect(await whyNot('boss', run)).toBeNull()
  const deny = { subject: people.getId('boss'), subject_type: 'person', action: 'playbook:approve', deny: true }
  await insertRow(database, 'permissions', { ...deny, object: 'playbooks', created_by: admin })
  const denial = 'boss is not allowed to approve this run: a permission denies it. Ask an administrator.'
  try {
    // The permission is written directly to the database, so the relay learns of it by a notification.
    await vi.waitFor(async () => expect(await whyNot('boss', run)).toBe(denial))
    expect(await approve('boss', run)).toEqual([403, denial])
  } finally {
    await database.query('delete from permissions where subject = $1', [people.getId('boss')])
  }
})

describe('an address', () => {
  test('is accepted from the user who verified it', async () => {
    const run = await start('editor', boss)
    expect(await approve('boss', run)).toBe(200)
    expect(await readStatus(run)).not.toBe('pending_approval')
  })

  test('that is not verified is accepted from no user', async () => {
    const run = await start('editor', { approvers: { people: ['viewer@example.test'] } })
    const denial =
      'Your address viewer@example.test is listed as an approver but is not verified. Verify it in your profile first.'
    expect(await approve('viewer', run)).toEqual([403, denial])
    await database.query('insert into relay.remote_addresses (person_id, email, is_verified) values ($1, $2, false)', [
      people.getId('viewer'),
      'viewer@example.test',
    ])
    expect(await approve('viewer', run)).toEqual([403, denial])
    expect(await readStatus(run)).toBe('pending_approval')
  })

  test('is no longer accepted once its account has another one, until that is verified', async () => {
    const id = people.getId('eve')
    await database.query('insert into identities (id, traits, state) values ($1, $2, $3)', [
      id,
      traits('zoe@example.test'),
      'active',
    ])
    await database.query('update identity.addresses set verified_at = now() where identity_id = $1', [id])
    const run = await start('editor', { approvers: { people: ['zoe@example.test'] } })
    await database.query('update identities set traits = $2 where id = $1', [id, traits('boss2@example.test')])
    expect(await approve('eve', run)).toEqual([403, expect.stringContaining('is not an approver of this run')])
    const other = await start('editor', { approvers: { people: ['boss2@example.test'] } })
    expect(await approve('eve', other)).toEqual([403, expect.stringContaining('is not an approver of this run')])
    await database.query('update identity.addresses set verified_at = now() where identity_id = $1', [id])
    expect(await approve('eve', other)).toBe(200)
  })

  test('of two users is accepted from neither, and no run that needs it starts', async () => {
    const run = await start('editor', boss)
    await verify('viewer', 'boss@example.test')
    const message =
      'More than one person has the address Boss@example.test, so it cannot be used for approvals. Ask an administrator.'
    expect(await approve('boss', run)).toEqual([403, message])
    expect((await approve('viewer', run)) as unknown[]).toContain(403)
    expect(await ask('editor', await playbook(boss))).toMatchObject({ status: 400, body: { error: message } })
  })
})

describe('the user who started a run', () => {
  const both = { type: 'any', approvers: { people: ['boss@example.test', 'editor@example.test'] } }
  beforeEach(() => verify('editor'))

  test('never approves it, in person or for a team', async () => {
    expect(await approve('editor', await start('editor', both))).toEqual(startedIt)
    const dba = await team('editor', 'eve')
    const run = await start('editor', { approvers: { teams: [dba.toUpperCase()] } })
    expect(await approve('editor', run)).toEqual(startedIt)
    expect(await approve('eve', run)).toBe(200)
  })

  test('approves it where the playbook allows that', async () => {
    expect(await approve('editor', await start('editor', { ...both, allowSelf: true }))).toBe(200)
  })

  test('starts one that needs their own approval: it waits, and its page names the ways out', async () => {
    const own = { approvers: { people: ['editor@example.test'] } }
    const reason =
      'You started this run and it needs your approval, but people cannot approve runs they started. Let someone else start it, name another approver in the playbook, or set approval.allowSelf to true.'
    for (const approval of [own, { ...both, type: 'all' }]) {
      const run = await start('editor', approval)
      expect(await readStatus(run)).toBe('pending_approval')
      expect(await whyNot('editor', run)).toBe(reason)
      expect(await approve('editor', run)).toEqual([403, reason])
      expect(await readStatus(run)).toBe('pending_approval')
    }
    expect((await ask('eve', await playbook(own))).status).toBe(201)
  })

  test('gains nothing by changing the playbook afterwards: the run’s own copy counts', async () => {
    const id = await playbook(boss)
    const { run_id: run } = (await ask('editor', id)).body
    const approval = { approvers: { people: ['editor@example.test', 'viewer@example.test'] }, allowSelf: true }
    const spec = { actions: [{ name: 'wait', delay: '1h', http: { url: 'http://127.0.0.1:9/' } }], approval }
    expect((await people.ask('editor', `/api/db/playbooks?id=eq.${id}`, 'PATCH', { spec })).status).toBe(200)
    await verify('viewer')
    expect(await approve('editor', run)).toEqual(startedIt)
    expect(await approve('viewer', run)).toEqual([403, expect.stringContaining('Approvers: boss.')])
  })
})

test('requires all approvers, each by identity', async () => {
  const dba = await team('eve')
  await verify('viewer')
  const approvers = { people: ['boss@example.test', 'viewer@example.test'], teams: [dba] }
  const run = await start('editor', { type: 'all', approvers })
  for (const name of ['boss', 'eve']) expect(await approve(name, run)).toBe(200)
  expect(await readStatus(run)).toBe('pending_approval')
  expect(await approve('viewer', run)).toBe(200)
  expect(await readStatus(run)).not.toBe('pending_approval')
})

test('shows who approves a run, and why a user cannot', async () => {
  const dba = await team('eve')
  const run = await start('editor', {
    approvers: { people: ['boss@example.test', 'gone@example.test'], teams: [dba] },
  })
  const loadApprovers = async (name: string) =>
    runApproversSchema.parse(await (await people.ask(name, `/api/playbook/run/${run}/approvers`)).json())
  expect(await loadApprovers('editor')).toEqual({
    type: 'all',
    allowSelf: false,
    people: [
      { address: 'boss@example.test', people: [{ id: people.getId('boss'), name: 'boss' }] },
      { address: 'gone@example.test', people: [] },
    ],
    teams: [{ name: dba, teams: [{ id: expect.any(String), members: [people.getId('eve')] }] }],
    you: { refusal: startedIt[1], asPerson: false, teams: [] },
  })
  expect((await loadApprovers('boss')).you).toEqual({ refusal: null, asPerson: true, teams: [] })
  expect((await loadApprovers('eve')).you).toEqual({ refusal: null, asPerson: false, teams: [dba] })
  expect((await loadApprovers('viewer')).you.refusal).toContain('Approvers: boss, gone@example.test, the team ')
})
