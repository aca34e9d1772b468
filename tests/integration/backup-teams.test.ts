import { beforeAll, afterAll, expect, onTestFinished, test } from 'vitest'
import { importBackupRoute } from '#shared/backup/backup-routes.ts'
import type { TestBackend } from '#tests/fixtures/backend.ts'
import { createBackupClient, toChanges, createConsole, openConsole, toEmail } from '#tests/fixtures/backups.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { startPeopleConsole } from '#tests/fixtures/people-console.ts'
import { admin, insertRow } from '#tests/fixtures/rows.ts'

const people = ['Mara', 'Jonas', 'Lea']

let source: TestBackend
beforeAll(async () => {
  source = await createConsole(people)
  const { database } = source
  const nameless = await insertRow(database, 'people', { name: 'Twin' })
  await insertRow(database, 'people', { name: 'Twin' })
  const deletedPerson = await insertRow(database, 'people', {
    name: 'Gone',
    email: 'gone@example.test',
    deleted_at: 'now',
  })
  const team = await insertRow(database, 'teams', { name: 'ops', created_by: admin, source: 'UI', spec: '{"a": 1}' })
  await insertRow(database, 'teams', { name: 'empty', created_by: admin, source: 'UI', spec: '{}' })
  await database.query(
    'insert into team_members (team_id, person_id) select $1, id from people where email = any($2) or id = any($3)',
    [team, people.slice(0, 2).map(toEmail), [nameless, deletedPerson]],
  )
  await database.query(
    `insert into on_call_rotations (team_id, people, shift_days, hand_over, zone, starts_on)
     select $1, array(select id from people where email = any($2) order by email desc), 7, '09:00', 'Europe/Berlin', '2026-01-05'`,
    [team, people.slice(0, 2).map(toEmail)],
  )
})
afterAll(() => source.close())

const inTeam = async ({ database }: Pick<TestBackend, 'database'>, name = 'ops') => {
  const { rows } = await database.query(
    `select spec, array(select people.name from team_members join people on people.id = person_id
                         where team_members.team_id = teams.id order by people.name) as members,
       (select array(select people.name from unnest(on_call_rotations.people) with ordinality as turn (id, at)
                       join people on people.id = turn.id order by at)
          from on_call_rotations where team_id = teams.id) as turns
       from teams where name = $1`,
    [name],
  )
  return rows[0]
}

const ops = (spec: string) => `kind: Team\nmetadata: { name: ops }\nspec: ${spec}\n`

test('exports a team with its members and on-call people by email address', async () => {
  const { text } = await createBackupClient(source).exported()
  expect(text.split('---\n')).toEqual([
    'apiVersion: mission-control.flanksource.com/v1\nkind: Team\nmetadata:\n  name: empty\nspec:\n  members: []\n  onCall: null\n',
    `apiVersion: mission-control.flanksource.com/v1
kind: Team
metadata:
  name: ops
spec:
  a: 1
  members:
    - jonas@example.test
    - mara@example.test
  onCall:
    people:
      - mara@example.test
      - jonas@example.test
    shift_days: 7
    hand_over: 09:00
    zone: Europe/Berlin
    starts_on: 2026-01-05
`,
  ])
})

test('restores a team with its people, and exports it unchanged', async () => {
  const { text } = await createBackupClient(source).exported()
  const target = await openConsole(people)
  const { preview, imported, exported } = createBackupClient(target)
  expect(toChanges(await preview(text))).toEqual({ 'Team ops': 'added', 'Team empty': 'added' })
  expect(await imported(text)).toEqual({ added: 2, changed: 0, removed: 0 })
  expect(await inTeam(target)).toEqual({ spec: { a: 1 }, members: ['Jonas', 'Mara'], turns: ['Mara', 'Jonas'] })
  expect((await exported()).text).toBe(text)
  expect(toChanges(await preview(text))).toEqual({ 'Team ops': 'same', 'Team empty': 'same' })
  expect(target.changes).toContainEqual(expect.objectContaining({ relation: 'team_members' }))
})

test('an unknown person is an error and is not created', async () => {
  const { text } = await createBackupClient(source).exported()
  const target = await openConsole(['Mara'])
  const unknown = 'Team ops: spec.members: person "jonas@example.test" not found.'
  expect(await createBackupClient(target).preview(text)).toMatchObject({ problems: [{ reason: unknown }] })
  expect(await createBackupClient(target).imported(text)).toContain(unknown)
  expect((await target.database.query('select 1 from teams')).rows).toEqual([])
  const turns = '{ people: [lea@example.test], shift_days: 7, hand_over: "09:00", zone: UTC, starts_on: 2026-01-05 }'
  for (const [spec, reason] of [
    [`{ onCall: ${turns} }`, 'spec.onCall.people: person "lea@example.test" not found.'],
    [`{ onCall: ${turns.replace('UTC', 'Mars')} }`, 'spec.onCall.zone: must be a time zone such as Europe/Berlin.'],
    ['{ members: mara }', 'spec.members: '],
    ['{ members: [Twin] }', 'spec.members: person "Twin" not found.'],
    ['[]', 'spec: must be a map, got a list'],
  ] as const)
    expect(await createBackupClient(target).imported(ops(spec))).toContain(reason)
})

test('changes team members only where the file lists them, and shows the changes before', async () => {
  const target = await openConsole(people)
  const { text } = await createBackupClient(source).exported()
  const { preview, imported } = createBackupClient(target)
  await imported(text)
  expect(await imported(ops('{ a: 2 }'))).toEqual({ added: 0, changed: 1, removed: 0 })
  expect(await inTeam(target)).toEqual({ spec: { a: 2 }, members: ['Jonas', 'Mara'], turns: ['Mara', 'Jonas'] })

  const other = ops('{ members: [lea@example.test, mara@example.test], onCall: null }')
  const seen = await preview(other)
  expect(toChanges(seen)).toEqual({ 'Team ops': 'changed', 'Team empty': 'extra' })
  const entry = typeof seen === 'string' ? undefined : seen.entries.find(({ name }) => name === 'ops')
  expect([entry?.before, entry?.after]).toEqual([
    expect.stringContaining('jonas@example.test'),
    expect.not.stringContaining('jonas@example.test'),
  ])
  expect(await imported(other)).toEqual({ added: 0, changed: 1, removed: 0 })
  expect(await inTeam(target)).toEqual({ spec: {}, members: ['Lea', 'Mara'], turns: null })
  expect(await inTeam(target, 'empty')).toMatchObject({ members: [] })
  const { rows } = await target.database.query(
    "select distinct table_name, origin from audit_log where table_name in ('team_members', 'on_call_rotations')",
  )
  expect(rows).toEqual(expect.arrayContaining([{ table_name: 'team_members', origin: 'a backup' }]))
})

test('RESOURCES_DIR reads the same file, and keeps team members that it does not mention', async () => {
  const { text } = await createBackupClient(source).exported()
  const target = await openConsole(people, { 'teams.yaml': text })
  await expect
    .poll(() => inTeam(target), { timeout: 20_000 })
    .toEqual({
      spec: { a: 1 },
      members: ['Jonas', 'Mara'],
      turns: ['Mara', 'Jonas'],
    })
  const dated = () => target.database.query('select updated_at from teams order by name')
  const before = await dated()
  await target.write('more.yaml', 'kind: Team\nmetadata: { name: more }\nspec: { members: [lea@example.test] }\n')
  await expect.poll(() => inTeam(target, 'more')).toMatchObject({ members: ['Lea'] })
  expect((await dated()).rows).toEqual(expect.arrayContaining(before.rows))
  await target.write('more.yaml', 'kind: Team\nmetadata: { name: more }\nspec: { b: 1 }\n')
  await expect
    .poll(() => inTeam(target, 'more'), { timeout: 20_000 })
    .toMatchObject({ spec: { b: 1 }, members: ['Lea'] })
  expect(toChanges(await createBackupClient(target).preview(text))).toEqual({
    'Team ops': 'managed',
    'Team empty': 'managed',
  })
})

test('a person who can import but is no administrator cannot gain permissions by joining a team', async () => {
  const database = await openServer()
  const console = await startPeopleConsole(database, { admin: ['admin'], ann: ['viewer'], bea: ['viewer'] })
  onTestFinished(async () => {
    await console.stop()
    await database.close()
  })
  const team = await insertRow(database, 'teams', { name: 'keepers', created_by: admin, source: 'UI', spec: '{}' })
  const grant = { created_by: admin, action: '*', deny: false }
  await insertRow(database, 'permissions', { ...grant, subject: team, subject_type: 'team', object: 'rbac' })
  await insertRow(database, 'permissions', {
    ...grant,
    subject: console.getId('ann'),
    subject_type: 'person',
    object: 'backup',
  })
  const importing = async (text: string) => {
    const response = await console.ask('ann', importBackupRoute.path, 'POST', { text, remove: [] })
    return [response.status, await response.text()]
  }
  const joining = 'kind: Team\nmetadata: { name: keepers }\nspec: { members: [ann@example.test] }\n'
  expect(await importing(joining)).toEqual([403, expect.stringContaining('Nothing was imported. You cannot grant ')])
  expect((await database.query('select 1 from team_members')).rows).toEqual([])
  expect(await importing(joining.replace('keepers', 'walkers'))).toEqual([200, expect.anything()])
})
