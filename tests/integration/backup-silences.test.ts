import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TestBackend } from '#tests/fixtures/backend.ts'
import { createBackupClient, toChanges, createConsole, openConsole } from '#tests/fixtures/backups.ts'
import { oneValue, insertRow } from '#tests/fixtures/rows.ts'

const canary = `kind: Canary
metadata: { name: shop, namespace: default }
spec: { schedule: "@every 1h", http: [{ name: home, url: "http://127.0.0.1:1/" }] }
`
const until = '2035-01-01T00:00:00.000Z'
const findCheck = (backend: Pick<TestBackend, 'database'>) =>
  oneValue(backend.database, "select id from checks where name = 'home' and deleted_at is null")
const hasCheck = (backend: Pick<TestBackend, 'database'>) => vi.waitFor(() => findCheck(backend))

let source: TestBackend
beforeAll(async () => {
  source = await createConsole([])
  const { database } = source
  await createBackupClient(source).imported(canary)
  await hasCheck(source)
  const silence = (row: object) => insertRow(database, 'notification_silences', { source: 'UI', ...row })
  const shop = await oneValue(database, "select id from canaries where name = 'shop'")
  const item = await insertRow(database, 'config_items', { name: 'db', type: 'Db', config_class: 'Db', config: '{}' })
  const night = await silence({
    name: 'night',
    description: 'Backups run',
    selectors: '[{"types": "http"}]',
    '"from"': '2030-01-01 02:00+02',
    until,
    recursive: true,
  })
  await database.query(
    `insert into notification_silence_terms (silence_id, window_days, window_from, window_to, window_zone)
     values ($1, '{1,2}', '22:00', '06:00', 'Europe/Berlin')`,
    [night],
  )
  const home = await silence({ name: 'home', check_id: await findCheck(source), until })
  await database.query('insert into notification_silence_terms (silence_id, until_recovers) values ($1, true)', [home])
  await silence({ name: 'shop', canary_id: shop })
  await silence({ name: 'filtered', namespace: 'ops', filter: 'check.type == "http"' })
  await silence({ name: 'one item', config_id: item, until })
  await silence({ name: 'filtered', namespace: 'ops', filter: 'false' })
  await silence({ name: 'over', filter: 'true', until: '2020-01-01' })
  await silence({ name: 'shop', filter: 'true', until: '2020-01-01' })
  await silence({ name: 'gone', filter: 'true', deleted_at: 'now' })
})
afterAll(() => source.close())

const listSilences = async ({ database }: Pick<TestBackend, 'database'>) =>
  (
    await database.query(
      `select silence.name, silence.description, filter, selectors, "from", until, recursive, silence.source::text,
         canaries.name as canary, checks.name as check, window_days, window_zone, until_recovers
         from notification_silences as silence left join canaries on canaries.id = silence.canary_id
         left join checks on checks.id = check_id left join notification_silence_terms on silence_id = silence.id
        where silence.deleted_at is null order by silence.name, silence.source::text`,
    )
  ).rows

const silence = (spec: string, name = 'x') => `kind: NotificationSilence\nmetadata: { name: ${name} }\nspec: ${spec}\n`

test('exports current and future silences by name, and reports those that cannot be exported', async () => {
  const { text, left_out: leftOut } = await createBackupClient(source).exported()
  const documents = text.split('---\n').filter((part) => part.includes('\nkind: NotificationSilence'))
  expect(documents).toEqual([
    `apiVersion: mission-control.flanksource.com/v1
kind: NotificationSilence
metadata:
  name: filtered
  namespace: ops
spec:
  filter: check.type == "http"
`,
    `apiVersion: mission-control.flanksource.com/v1
kind: NotificationSilence
metadata:
  name: home
  namespace: default
spec:
  until: 2035-01-01T00:00:00.000Z
  resource:
    check: default/shop/http/home
  until_recovers: true
`,
    `apiVersion: mission-control.flanksource.com/v1
kind: NotificationSilence
metadata:
  name: night
  namespace: default
spec:
  description: Backups run
  from: 2030-01-01T00:00:00.000Z
  until: 2035-01-01T00:00:00.000Z
  recursive: true
  selectors:
    - types: http
  window:
    days:
      - 1
      - 2
    from: 22:00
    to: 06:00
    zone: Europe/Berlin
`,
    'apiVersion: mission-control.flanksource.com/v1\nkind: NotificationSilence\nmetadata:\n  name: shop\n  namespace: default\nspec:\n  resource:\n    canary: default/shop\n',
  ])
  expect(leftOut).toEqual([
    { key: 'NotificationSilence ops/filtered', reason: 'Another resource has the same name.' },
    {
      key: 'NotificationSilence default/one item',
      reason: 'It refers to a config item that other consoles cannot find by name.',
    },
  ])
})

test('restores silences, those of a check once it exists, and exports them unchanged', async () => {
  const { text } = await createBackupClient(source).exported()
  const target = await openConsole([])
  const { preview, imported, exported } = createBackupClient(target)
  const seen = await preview(text)
  expect(toChanges(seen)).toEqual({
    'Canary default/shop': 'added',
    'NotificationSilence ops/filtered': 'added',
    'NotificationSilence default/home': 'skipped',
    'NotificationSilence default/night': 'added',
    'NotificationSilence default/shop': 'added',
  })
  expect(seen).toMatchObject({
    entries: expect.arrayContaining([
      expect.objectContaining({ name: 'home', reason: 'Check "default/shop/http/home" does not exist yet.' }),
    ]),
  })
  expect(await imported(text)).toEqual({ added: 4, changed: 0, removed: 0 })
  await hasCheck(target)
  expect(await imported(text)).toEqual({ added: 1, changed: 0, removed: 0 })
  expect(await listSilences(target)).toMatchObject([
    { name: 'filtered', filter: 'check.type == "http"', source: 'UI' },
    { name: 'home', check: 'home', until_recovers: true },
    {
      name: 'night',
      selectors: [{ types: 'http' }],
      window_days: [1, 2],
      window_zone: 'Europe/Berlin',
      recursive: true,
    },
    { name: 'shop', canary: 'shop', until: null },
  ])
  expect((await exported()).text).toBe(text)
  expect(new Set(Object.values(toChanges(await preview(text))))).toEqual(new Set(['same']))

  expect(await imported(silence('{ filter: "true" }', 'night'))).toEqual({ added: 0, changed: 1, removed: 0 })
  expect(await listSilences(target)).toMatchObject([
    { name: 'filtered' },
    { name: 'home' },
    { name: 'night', filter: 'true', selectors: null, window_days: null },
    { name: 'shop' },
  ])
  expect(toChanges(await preview(silence('{ filter: "true" }', 'night')))).toMatchObject({
    'NotificationSilence default/shop': 'extra',
    'NotificationSilence default/night': 'same',
  })
  const remove = ['NotificationSilence default/shop']
  expect(await imported(silence('{ filter: "true" }', 'night'), { remove })).toMatchObject({ removed: 1 })
  expect((await listSilences(target)).map(({ name }) => name)).toEqual(['filtered', 'home', 'night'])
})

test('an expired silence has no effect and is not an error', async () => {
  const target = await openConsole([])
  const { preview, imported, exported } = createBackupClient(target)
  const over = silence('{ filter: "true", until: 2020-01-01T00:00:00Z }')
  expect(await imported(over)).toEqual({ added: 1, changed: 0, removed: 0 })
  expect(toChanges(await preview(over))).toEqual({ 'NotificationSilence default/x': 'same' })
  expect(toChanges(await preview(silence('{ filter: "true" }', 'y')))).toEqual({
    'NotificationSilence default/y': 'added',
  })
  expect(await exported()).toEqual({ text: '', count: 0, left_out: [] })
})

test.each([
  ['{}', 'A silence needs a resource, a filter or selectors: without any it would silence everything.'],
  ['{ filter: "1 +" }', 'spec.filter: '],
  [
    '{ filter: "true", from: tomorrow }',
    'spec.from: must be a time such as 2026-11-30T09:00:00Z, a date such as 2026-11-30 or an expression such as now+2h.',
  ],
  [
    '{ filter: "true", from: 2030-01-01T00:00:00Z, until: 2029-01-01T00:00:00Z }',
    'A silence must start before it ends.',
  ],
  ['{ filter: "true", until_recovers: true }', 'Name the check whose recovery ends the silence.'],
  ['{ filter: "true", untill: x }', 'spec.untill: '],
  ['{ resource: { canary: default/nothing } }', 'spec.resource: health check "default/nothing" not found.'],
  ['{ resource: {} }', 'Name either a canary or a check.'],
  ['{ resource: { config: 0190 } }', 'spec.resource.config: '],
  [
    '{ filter: "true", window: { days: [1], from: "9", to: "10:00", zone: UTC } }',
    'spec.window.from: must be a time such as 22:30.',
  ],
])('rejects a silence of %s', async (spec, reason) => {
  expect(await createBackupClient(source).imported(silence(spec))).toContain(reason)
})

test('RESOURCES_DIR reads the same file, and marks it as the source', async () => {
  const { text } = await createBackupClient(source).exported()
  const target = await openConsole([], { 'all.yaml': text })
  const names = async () =>
    (await listSilences(target)).map(({ name, source: from }) => `${String(name)} ${String(from)}`)
  const all = ['filtered ConfigFile', 'home ConfigFile', 'night ConfigFile', 'shop ConfigFile']
  await expect.poll(names).toEqual(all)
  const changes = () => target.changes.filter(({ relation }) => relation === 'notification_silences').length
  const before = changes()
  await target.write('more.yaml', silence('{ filter: "true" }', 'more'))
  await expect.poll(names).toContain('more ConfigFile')
  await expect.poll(changes).toBe(before + 1)
  expect(toChanges(await createBackupClient(target).preview(text))).toMatchObject({
    'NotificationSilence default/night': 'managed',
  })
  await target.remove('more.yaml')
  await expect.poll(names).toEqual(all)
  await target.write('wrong.yaml', silence('{ resource: { canary: default/nowhere } }', 'wrong'))
  const shown = async () => (await target.rejected()).map(({ file, reason }) => `${file}: ${reason}`).join()
  await expect.poll(shown).toMatch(/wrong\.yaml.*nowhere/)
})
