import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { scrapingTests } from '#tests/fixtures/scraping.ts'

const { scrapers, start, put: putFile, at } = scrapingTests()
const put = (content: unknown) => putFile('apps.json', content)
/** `fields` extend a file scraper and are indented by six. */
const scraping = async (fields: string, top = '') => {
  const source = `${top}  file:\n    - paths: ['${at('apps.json')}']\n      type: App\n      id: $.id\n      name: $.name\n${fields}`
  const { log } = await start({ 'one.yaml': scraperDocument('one', source) })
  expect(log.filter((line) => line.includes('refused'))).toEqual([])
  return scrapers.run('one')
}

test.each([
  ['expr', `config.apps.map(a, {'id': a.id, 'name': a.title})`],
  ['gotemplate', '{{ toJson .config.apps }}'],
  ['jsonpath', '$.apps[*]'],
  [
    'javascript',
    'JSON.stringify(config.apps.map((app) => ({ id: app.id, name: app.title, config: { title: app.title }, status: "Up" })))',
  ],
])('a script in %s turns a document into items', async (language, script) => {
  await put({
    apps: [
      { id: 1, title: 'One', name: 'One' },
      { id: 2, title: 'Two', name: 'Two' },
    ],
  })
  const run = await scraping(`      transform:\n        ${language}: ${JSON.stringify(script)}\n`)
  const items = await scrapers.items()
  expect([run.errors, items.map(({ name, external_id: ids }) => [name, ids])]).toEqual([
    [],
    [
      ['One', ['1']],
      ['Two', ['2']],
    ],
  ])
})

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

test('fields are excluded, secrets masked by text or hash, and an item with an invalid mask is not stored', async () => {
  await put([
    { id: 'a', name: 'A', kind: 'open', revision: 7, users: [{ name: 'ada', pin: 1234 }], seed: 'abc', password: 42 },
    { id: 'b', name: 'B', kind: 'shut', revision: 7, users: [{ name: 'zoe', pin: 5678 }] },
    { id: 'c', name: 'C', revision: 7, users: [{ name: 'eve', pin: 9012 }] },
  ])
  const run = await scraping(`      transform:
        exclude:
          - jsonpath: .revision
          - { types: ['Other::*'], jsonpath: $.name }
        mask:
          - { selector: "config.kind == 'open'", jsonpath: '$.users[*].pin', value: '###' }
          - { selector: "config.kind == 'open'", jsonpath: "$['seed','password']", value: md5sum }
          - { selector: "config.kind == 'shut'", jsonpath: $.name, value: md5sum(.) }
`)
  expect((await scrapers.items()).map(({ config }) => config)).toEqual([
    { id: 'a', name: 'A', kind: 'open', users: [{ name: 'ada', pin: '###' }], seed: md5('abc'), password: md5('42') },
    { id: 'b', name: md5('B'), kind: 'shut', users: [{ name: 'zoe', pin: 5678 }] },
  ])
  expect(run.errors).toEqual([
    expect.stringMatching(/^transform\.mask\[0\]\.selector of App C: /),
    expect.stringMatching(/^transform\.mask\[1\]\.selector of App C: /),
    expect.stringMatching(/^transform\.mask\[2\]\.selector of App C: /),
  ])
})

test('rules link items, name them, add properties and create insights', async () => {
  await put([
    { id: 'shop', name: 'Shop', tier: 'team' },
    { id: 'web', name: 'Web', group: 'shop', uses: ['db'], memory: 900, link: 'http://web' },
    { id: 'db', name: 'Database', group: 'shop', memory: 100 },
  ])
  await scraping(`      labels: { team: shop }
      properties:
        - { name: memory, text: '{{.config.memory}} MB', filter: 'has(config.memory)', order: 1 }
        - { name: fixed, text: always }
      transform:
        relationship:
          - { filter: 'has(config.group)', id: { expr: config.group }, parent: true }
          - { filter: 'has(config.uses)', expr: 'config.uses.map(id, {"type": "App", "id": id})' }
          - { filter: "config.id == 'db'", name: { value: Shop }, type: { value: App } }
        aliases:
          - { type: 'App', values: ['app/{{.config.id}}'] }
        insights:
          - filter: has(config.memory) && config.memory > 500
            analyzer: memory
            analysis_type: performance
            severity: High
            summary: '{{.name}} uses {{.config.memory}} MB'
`)
  const [database_, shop, web] = await scrapers.items()
  expect([database_, web]).toMatchObject([
    {
      external_id: ['db', 'app/db'],
      parent_id: shop?.id,
      properties: [{ name: 'memory', text: '100 MB', order: 1 }, { name: 'fixed' }],
    },
    { external_id: ['web', 'app/web'], parent_id: shop?.id, path: shop?.id },
  ])
  expect(shop).toMatchObject({ properties: [{ name: 'fixed', text: 'always' }] })
  const relations = await scrapers.read('config_relationships?select=config_id,related_id&deleted_at=is.null')
  expect(relations).toHaveLength(2)
  expect(relations).toEqual(
    expect.arrayContaining([
      { config_id: web?.id, related_id: database_?.id },
      { config_id: database_?.id, related_id: shop?.id },
    ]),
  )
  const insight = { analyzer: 'memory', analysis_type: 'performance', severity: 'high', status: 'open' }
  const insights = () => scrapers.read(`config_analysis?config_id=eq.${web?.id}`)
  expect(await insights()).toMatchObject([{ ...insight, summary: 'Web uses 900 MB' }])

  await scrapers.run('one')
  const [again] = (await insights()) as { first_observed: string; last_observed: string }[]
  expect(again?.last_observed).not.toBe(again?.first_observed)
  await put([{ id: 'web', name: 'Web', memory: 300 }])
  await scrapers.run('one')
  expect(await insights()).toMatchObject([{ ...insight, status: 'resolved' }])
  await put([{ id: 'web', name: 'Web', memory: 900 }])
  await scrapers.run('one')
  expect(await insights()).toMatchObject([{ ...insight, status: 'open' }])
})

test('a script runs once, with the whole list, and rules may return JSON text', async () => {
  await put([{ id: 'front', uses: ['stock'] }, { id: 'stock' }, { id: 'other' }])
  const run = await scraping(`      labels: { fixed: always, first: '$.uses[0]' }
      tags: { first: '$.uses[0]' }
      properties:
        - { name: '{{.config.id}} page', links: [{ text: '{{.name}}', url: 'https://example.test/{{.config.id}}' }] }
      transform:
        expr: "config.map(each, each.merge({'name': each.id, 'count': size(config)})).toJSON()"
        relationship:
          - { filter: has(config.uses), expr: "config.uses.map(id, {'id': id}).toJSON()" }
          - { filter: "config.id == 'other'", expr: "'no list'" }
`)
  expect(run.errors).toEqual([
    'transform.relationship[1].expr of App other: must return a list of selectors (type, types, id, external_id, name, namespace, agent, scope, labels; a name needs a type), got "no list".',
  ])
  const [front, other, stock] = await scrapers.items()
  expect([front, other, stock]).toMatchObject([
    {
      labels: { fixed: 'always', first: 'stock' },
      tags: { first: 'stock' },
      config: { count: 3 },
      properties: [{ name: 'front page', links: [{ text: 'front', url: 'https://example.test/front' }] }],
    },
    { name: 'other', labels: { fixed: 'always' }, tags: {} },
    { name: 'stock' },
  ])
  expect(await scrapers.read('config_relationships?select=config_id,related_id')).toEqual([
    { config_id: front?.id, related_id: stock?.id },
  ])
})

test('a filter that is not a boolean is reported', async () => {
  await put([{ id: 'a', name: 'A' }])
  const run = await scraping(`      transform:\n        aliases: [{ type: '*', filter: config.name, values: ['x'] }]\n`)
  expect(run.errors).toEqual(['transform.aliases[0].filter of App A: must return true or false, got "A".'])
})

test('a record that cannot be stored is reported, and the others are stored', async () => {
  await put([
    { id: 'a\0', name: 'A\ud800' },
    { id: 'x'.repeat(3_000), name: 'long' },
    { id: 'b', name: 'B' },
    { id: 'c', name: '\u{1f600}'.repeat(900) },
  ])
  const run = await scraping('')
  expect(run.errors).toEqual([`The id "${'x'.repeat(60)}…" is longer than 2000 bytes. The item was not stored.`])
  expect((await scrapers.items()).map(({ name, external_id: ids }) => [name.slice(0, 2), ids])).toEqual([
    ['A\ufffd', ['a\ufffd']],
    ['B', ['b']],
    ['\u{1f600}', ['c']],
  ])
})

const app = (more: object) => [{ id: 'a', name: 'A', replicas: 1, image: 'web:1', note: '', ...more }]

test('changes follow the mapping, and excluded or ignored ones are not stored [CAT-03]', async () => {
  await put(app({}))
  await scraping(`      transform:
        changes:
          exclude: ["change_type == 'diff' && has(patches.note)"]
          mapping:
            - { filter: 'has(patches.image)', type: Deployed, severity: HIGH, summary: 'Now {{.config.image}}' }
            - { filter: 'has(patches.gone)', action: delete }
            - { severity: low }
`)
  const changes = async () => scrapers.changes((await scrapers.items(''))[0]?.id ?? '')
  const storedChanges = async () =>
    (await changes()).map((change) => [change.change_type, change.severity, change.summary])
  await put(app({ note: 'x' }))
  await scrapers.run('one')
  expect(await storedChanges()).toEqual([])
  await put(app({ note: 'x', replicas: 2 }))
  await scrapers.run('one')
  expect(await storedChanges()).toEqual([['diff', 'low', 'replicas']])
  await put(app({ note: 'x', replicas: 2, image: 'web:2' }))
  await scrapers.run('one')
  expect(await storedChanges()).toEqual([
    ['Deployed', 'high', 'Now web:2'],
    ['diff', 'low', 'replicas'],
  ])
  await put(app({ note: 'x', replicas: 2, image: 'web:2', gone: true }))
  await scrapers.run('one')
  expect(await scrapers.item('A')).toMatchObject({ deleted_at: expect.any(String), delete_reason: 'FROM_EVENT' })
})

test('full-item documents include changes, insights, and creation and deletion times [CAT-04]', async () => {
  const car = {
    id: 'car',
    name: 'Car',
    since: '02.01.2026 15:04',
    config: { meta: 'the document' },
    cost_per_minute: 0.01,
    cost_total_30d: 430,
    changes: [
      {
        change_type: 'drive',
        summary: 'Color changed to blue',
        created_at: '2026-01-01T10:00:00Z',
        created_by: 'ada',
        severity: 'Low',
      },
    ],
    analysis: {
      analyzer: 'brakes',
      analysis_type: 'reliability',
      severity: 'Critical',
      summary: 'Worn',
      message: 'Replace them',
    },
  }
  await put({ ...car, wear: '14.5' })
  const fields = `      createFields: [$.missing, $.since]
      deleteFields: [$.scrapped]
      timestampFormat: 02.01.2006 15:04
      costTotal1d: $.wear
      costTotal30d: nothing
`
  expect((await scraping(fields, '  full: true\n')).errors).toEqual([])
  const item = await scrapers.item('Car')
  expect(item).toMatchObject({
    config: { meta: 'the document' },
    created_at: '2026-01-02T15:04:00+00:00',
    deleted_at: null,
    cost_per_minute: 0.01,
    cost_total_1d: 14.5,
    cost_total_7d: null,
    cost_total_30d: 430,
  })
  expect(await scrapers.changes(item?.id ?? '')).toMatchObject([
    { change_type: 'drive', severity: 'low', external_created_by: 'ada', created_at: '2026-01-01T10:00:00+00:00' },
  ])
  expect(await scrapers.read(`config_analysis_items?config_id=eq.${item?.id}`)).toMatchObject([
    { analyzer: 'brakes', analysis_type: 'reliability', severity: 'critical', message: 'Replace them', status: 'open' },
  ])
  await put({ ...car, scrapped: 1_767_366_000 })
  await scrapers.run('one')
  expect(await scrapers.item('Car')).toMatchObject({
    deleted_at: '2026-01-02T15:00:00+00:00',
    delete_reason: 'FROM_DELETE_FIELD',
    health: 'unknown',
  })
})

test('a rule that fails for many items is reported once, and the items are stored without it', async () => {
  await put(Array.from({ length: 20 }, (_, id) => ({ id, name: `App ${id}` })))
  const run = await scraping(
    `      transform:\n        relationship: [{ filter: config.a.b == 1, id: { value: x } }]\n`,
  )
  expect(run.errors).toEqual([expect.stringMatching(/^transform\.relationship\[0\]\.filter of App App 0: /)])
  expect(await scrapers.items()).toHaveLength(20)
})

test('the first matching rule gives an item its type, and expressions generate changes', async () => {
  await put([
    { id: 'web', name: 'Web', tier: 'team', deploys: [{ id: 'd1', by: 'ada' }] },
    { id: 'db', name: 'Database', tier: 'shared', deploys: [] },
    { id: 'odd', name: 'Odd' },
  ])
  const run = await scraping(`      transform:
        configs:
          mapping:
            - { match: "config.tier == 'team'", type: { expr: "config_type + '::' + config.tier" } }
            - { match: "config_type == 'App'", type: { value: Shared } }
        changes:
          generate:
            - filter: has(config.deploys)
              expr: >-
                config.deploys.map(d, {'change_type': 'Deployed', 'external_change_id': d.id, 'created_by': d.by, 'summary': name})
            - filter: type == 'Shared'
              expr: "[{'external_id': 'web', 'config_type': 'App::team', 'change_type': 'Noticed', 'external_change_id': id}].toJSON()"
            - { filter: "id == 'db'", expr: "[{'summary': 'no type'}]" }
          mapping:
            - { filter: "change_type == 'Deployed'", severity: high }
`)
  const stored = await scrapers.items()
  expect(stored.map(({ name, type }) => [name, type])).toEqual([
    ['Web', 'App::team'],
    ['Database', 'Shared'],
    ['Odd', 'Shared'],
  ])
  const web = stored.find(({ name }) => name === 'Web')
  const changes = await scrapers.changes(web?.id ?? '')
  const byId = (id: string) => changes.find(({ external_change_id: each }) => each === id)
  expect([changes.length, byId('d1'), byId('db'), byId('odd')]).toMatchObject([
    3,
    { change_type: 'Deployed', severity: 'high', summary: 'Web', external_created_by: 'ada' },
    { change_type: 'Noticed' },
    { change_type: 'Noticed' },
  ])
  expect(run.errors?.toSorted()).toEqual([
    'Invalid item: transform.changes.generate[2].expr[0].change_type: required.',
    expect.stringMatching(/^transform\.configs\.mapping\[0\]\.match of App Odd: /),
  ])
})
