import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { createBackendSlot } from '#tests/fixtures/one-backend.ts'
import { openServer } from '#tests/fixtures/databases.ts'

const waitOptions = { timeout: 20_000, interval: 25 }

let database: Database
beforeAll(async () => {
  database = await openServer()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.query('truncate connections, teams, notifications, playbooks, canaries cascade')
})
const { start, started } = createBackendSlot()

const connection = (password: string) => `kind: Connection
metadata: { name: hook, namespace: ops }
spec:
  type: http
  url: http://127.0.0.1:9/
  username: ada
  password: ${password}
`
const team = `kind: Team
metadata: { name: platform, annotations: { icon: server } }
spec: {}
`
const rule = (to: string) => `kind: Notification
metadata: { name: failing, namespace: ops }
spec:
  events: [check.failed]
  filter: check.type == "http"
  wait_for: 300000000000
  to: ${to}
  custom_services:
    - { name: hook, connection: 'connection://ops/hook' }
`

const read = async (path: string): Promise<unknown> => {
  const { body } = await started().app.inject({ url: `/api/db/${path}` })
  return JSON.parse(body) as unknown
}
const logged = (pattern: RegExp) =>
  vi.waitFor(() => expect(started().log.some((line) => pattern.test(line))).toBe(true), waitOptions)

test('a folder defines connections, teams and rules that refer to each other, and removed documents are deleted', async () => {
  await start({
    database,
    resources: {
      // The name sorts first: rules must load after their references in any file order.
      'a-rule.yaml': rule('{ team: platform }'),
      'hook.yaml': connection('hunter2'),
      'team.yaml': team,
    },
  })
  expect(await read('connections?select=name,namespace,type,url,source')).toEqual([
    { name: 'hook', namespace: 'ops', type: 'http', url: 'http://127.0.0.1:9/', source: 'ConfigFile' },
  ])
  const [stored] = (await database.query<{ password: string }>('select password from connections')).rows
  expect(stored?.password).not.toContain('hunter2')
  expect(await read('teams?select=name,icon,source')).toEqual([
    { name: 'platform', icon: 'server', source: 'ConfigFile' },
  ])
  const rules = 'notifications?select=name,events,wait_for,team:team_id(name),source&deleted_at=is.null'
  const expected = { name: 'failing', events: ['check.failed'], wait_for: 300_000_000_000, source: 'ConfigFile' }
  expect(await read(rules)).toEqual([{ ...expected, team: { name: 'platform' } }])

  const dated = async () =>
    (await database.query<{ at: string }>('select max(updated_at)::text as at from connections')).rows[0]?.at
  const before = await dated()
  await started().write('a-rule.yaml', rule('{}'))
  await vi.waitFor(async () => expect(await read(rules)).toEqual([{ ...expected, team: null }]), waitOptions)
  expect(await dated()).toBe(before)

  await started().write('hook.yaml', connection('hunter3'))
  await vi.waitFor(async () => expect(await dated()).not.toBe(before), waitOptions)
  await started().remove('a-rule.yaml')
  await vi.waitFor(async () => expect(await read(rules)).toEqual([]), waitOptions)
})

test('reports unknown references, invalid fields and name conflicts of a document with their position', async () => {
  await start({ database, resources: { 'rule.yaml': rule('{ team: later }') } })
  await logged(/rule\.yaml:\d+:\d+: spec\.to: team .+later.+ not found\./)
  expect(await read('notifications?deleted_at=is.null')).toEqual([])
  const team = { name: 'later', source: 'UI', spec: {} }
  await started().app.inject({ method: 'POST', url: '/api/db/teams', payload: team })
  await vi.waitFor(
    async () => expect(await read('notifications?select=name&deleted_at=is.null')).toEqual([{ name: 'failing' }]),
    waitOptions,
  )
  await started().write('rule.yaml', rule('{}').replace('events:', 'event:'))
  await logged(/rule\.yaml:4:3: spec\.event: unknown field \(did you mean .+events.+\)\./)
  const made = { name: 'hook', namespace: 'ops', type: 'http', url: 'http://127.0.0.1:9/', source: 'UI' }
  const { statusCode } = await started().app.inject({ method: 'POST', url: '/api/db/connections', payload: made })
  expect(statusCode).toBe(201)
  await started().write('hook.yaml', connection('hunter2'))
  await logged(
    /hook\.yaml:\d+:\d+: The name ops\/hook is already used by another connection that is not defined in a file\./,
  )
  await started().write('hook.yaml', connection('"***"').replace('name: hook', 'name: masked'))
  await logged(/hook\.yaml:\d+:\d+: A secret is masked as \*\*\*\./)
  await started().write('hook.yaml', connection('encrypted:v1:abc').replace('name: hook', 'name: sealed'))
  await logged(/hook\.yaml:\d+:\d+: A secret is encrypted with a passphrase/)
  expect(await read('connections?select=url&deleted_at=is.null')).toEqual([{ url: 'http://127.0.0.1:9/' }])
})

test('relative times of a silence start when its document is first loaded, across restarts', async () => {
  const text = `kind: NotificationSilence
metadata: { name: freeze }
spec: { from: now, until: now+2h, filter: 'true' }
`
  type Silence = Readonly<Record<'from' | 'until' | 'created_at', string>>
  const find = async () => (await read('notification_silences?name=eq.freeze&deleted_at=is.null')) as Silence[]
  const toHours = (silence: Silence | undefined) =>
    (Date.parse(silence?.until ?? '') - Date.parse(silence?.created_at ?? '')) / 3_600_000
  await start({ database, resources: { 'freeze.yaml': text } })
  const [first] = await find()
  expect(toHours(first)).toBeCloseTo(2, 2)
  await started().close()
  await start({ database, resources: { 'freeze.yaml': text } })
  expect(await find()).toEqual([first])
  await database.query(`update notification_silences set created_at = now() - interval '3 days'`)
  await started().write('freeze.yaml', '')
  await vi.waitFor(async () => expect(await find()).toEqual([]), waitOptions)
  await started().write('freeze.yaml', text)
  await vi.waitFor(async () => expect(await find()).toHaveLength(1), waitOptions)
  const [again] = await find()
  expect(Date.parse(again?.until ?? '')).toBeGreaterThan(Date.parse(first?.until ?? ''))
  expect(toHours(again)).toBeCloseTo(2, 2)
})

test('a field without effect is named in the log, and the rule loads', async () => {
  const text = rule('{}').replace('filter:', 'groupBy: [type]\n  groupByInterval: 12h\n  filter:')
  await start({ database, resources: { 'rule.yaml': text, 'hook.yaml': connection('hunter2') } })
  await logged(/rule\.yaml: Notification failing: spec\.groupByInterval has no effect\./)
  expect(await read('notifications?select=name&deleted_at=is.null')).toEqual([{ name: 'failing' }])
})

test('a rule without a recipient loads and is named in the log', async () => {
  const text = `kind: Notification
metadata: { name: nobody }
spec: { events: [check.failed], to: {} }
`
  await start({ database, resources: { 'nobody.yaml': text } })
  await logged(/nobody\.yaml: Notification nobody: spec\.to names no recipient, so nothing is sent\./)
  expect(await read('notifications?select=name&deleted_at=is.null')).toEqual([{ name: 'nobody' }])
})
