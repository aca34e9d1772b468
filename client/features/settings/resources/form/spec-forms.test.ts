import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { valueAt } from '#shared/primitives/value-at.ts'
import { setInYaml } from '#client/ui/editor/edit-yaml.ts'
import { writeYaml } from '#client/ui/editor/write-yaml.ts'
import { scheduleSets } from './schedule-sets.ts'
import { listFields, initialSpecText, isFormed, listSpecTypes, withFormIssues } from './spec-forms.ts'

const findIssues = withFormIssues('canaries', undefined)
const missing = (spec: unknown, table: 'canaries' | 'config_scrapers' = 'canaries') =>
  withFormIssues(table, undefined)(spec).map(({ path, message }) => `${path.join('.')}: ${message}`)
const isRequired = 'This field is required'

test.each([
  ['http', ['name', 'url']],
  ['elasticsearch', ['name', 'url', 'index', 'query']],
  ['exec', ['name', 'script']],
  ['tcp', ['name', 'endpoint']],
  ['redis', ['name', 'addr']],
  ['icmp', ['name', 'endpoint']],
  ['folder', ['name', 'path']],
  ['alertmanager', ['name', 'url']],
  ['mongodb', ['name', 'url']],
])('a check of type %s requires %j [SET-39,SET-40,SET-41,SET-42,SET-43,SET-44,SET-45,SET-46]', (key, names) => {
  expect(missing({ [key]: [{ name: '' }] })).toEqual(names.map((name) => `${key}.0.${name}: ${isRequired}`))
})

test.each([
  ['kubernetes', ['clusterName']],
  ['github', ['repositories.0.owner', 'repositories.0.repo']],
  ['githubActions', ['owner', 'repository']],
  ['sql', ['type', 'id', 'connection', 'query']],
  ['azure', ['connection', 'subscriptionID']],
  ['azureDevops', ['organization']],
  ['kubernetesFile', ['type', 'id', 'files.0.path']],
  ['trivy', ['images']],
])('a scraper of type %s requires %j [CAT-20,CAT-21,CAT-22,CAT-23]', (key, names) => {
  expect(missing({ [key]: [{}] }, 'config_scrapers')).toEqual(names.map((name) => `${key}.0.${name}: ${isRequired}`))
})

test('accepts folders, reports or a cluster instead of images', () => {
  for (const other of [{ folders: ['/srv'] }, { reports: ['/a.json'] }, { kubernetes: { namespace: 'shop' } }])
    expect(missing({ trivy: [other] }, 'config_scrapers')).toEqual([])
})

test('accepts a connection instead of an address', () => {
  expect(missing({ http: [{ name: 'a', connection: 'connection://x' }] })).toEqual([])
})

test('requires numbers of 0 or more [SET-47]', () => {
  const spec = {
    http: [{ name: 'a', url: 'b', thresholdMillis: -1, maxSSLExpiry: -1 }],
    icmp: [{ name: 'a', endpoint: 'b', packetCount: -1, packetLossThreshold: -1 }],
    elasticsearch: [{ name: 'a', url: 'b', index: 'c', query: '{}', results: -1 }],
  }
  expect(findIssues(spec).map(({ message }) => message)).toEqual(Array.from({ length: 5 }, () => 'must be 0 or more'))
})

test('reports an error found by form and schema only once', () => {
  const check = withFormIssues('canaries', () => [
    { path: ['http', 0, 'url'], message: 'from the schema' },
    { path: ['http', 0, 'other'], message: 'from the schema' },
  ])
  expect(check({ http: [{ name: 'a' }] }).map(({ message }) => message)).toEqual([isRequired, 'from the schema'])
})

const findField = (table: 'canaries' | 'config_scrapers', key: string, name: string) => {
  const type = listSpecTypes(table).find((each) => each.key === key)
  return type && listFields(type, undefined).find((field) => field.name === name)
}

test('fields have their options and default values [SET-49,SET-54,CAT-24]', () => {
  expect(findField('canaries', 'http', 'method')?.options).toEqual(['GET', 'POST', 'PUT', 'DELETE'])
  expect(findField('canaries', 'redis', 'db')?.initial).toBe('0')
  expect(findField('config_scrapers', 'kubernetes', 'maxInflight')?.initial).toBe('64')
  expect(findField('config_scrapers', 'aws', 'region')?.help).toBe('One per line')
})

test('derives the control of a field from the schema when no rule applies', () => {
  const [type] = [{ label: 'X', key: 'x', fields: 'flag few many said' }]
  const schema = {
    properties: {
      x: {
        items: {
          properties: {
            flag: { type: 'boolean' },
            few: { enum: ['a', 'b'] },
            many: { type: 'array', items: { type: 'string' } },
            said: { anyOf: [{ type: 'string' }, { properties: { valueFrom: {} } }] },
          },
        },
      },
    },
  }
  expect(listFields(type, schema).map(({ kind }) => kind)).toEqual(['switch', 'choice', 'words', 'source'])
})

test('lists the types of health checks and scrapers; custom ones are code only [SET-48,SET-15,CAT-19]', () => {
  const labels = listSpecTypes('canaries').map(({ label }) => label)
  for (const label of [
    'HTTP',
    'Exec',
    'Alert Manager',
    'Elasticsearch',
    'Redis',
    'Mongo DB',
    'ICMP Ping',
    'Folder',
    'TCP',
  ])
    expect(labels).toContain(label)
  expect(listSpecTypes('config_scrapers').map(({ label }) => label)).toEqual(
    expect.arrayContaining(
      'Kubernetes,Azure,Kubernetes File,SQL,Trivy,AWS,File,Github Actions,HTTP,Azure DevOps,Custom'.split(','),
    ),
  )
  for (const table of ['canaries', 'config_scrapers'] as const)
    for (const type of listSpecTypes(table))
      expect(isFormed(table, parse(initialSpecText(type, table)))).toBe(type.fields !== undefined)
})

test('has four sets of schedules, which are part of the default one [SET-56,SET-57]', () => {
  expect(Object.keys(scheduleSets)).toEqual(['short', 'scraper', 'medium', 'default'])
  expect(scheduleSets.default).toEqual(
    '@every 30s,@every 1m,@every 5m,@every 15m,@every 30m,@hourly,@every 2h,@every 4h,@every 6h,@every 8h,@daily,@weekly'.split(
      ',',
    ),
  )
  expect(scheduleSets.scraper).toEqual(['@every 15m', '@every 30m', '@hourly', '@every 2h', '@every 4h', '@daily'])
  for (const set of Object.values(scheduleSets)) for (const each of set) expect(scheduleSets.default).toContain(each)
})

const typed = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.integer(),
  fc.boolean(),
  fc.array(fc.integer(), { maxLength: 4 }),
)
const formed = fc.constantFrom(
  ...(['canaries', 'config_scrapers'] as const).flatMap((table) =>
    listSpecTypes(table).flatMap((type) =>
      type.fields === undefined || type.key === null ? [] : [{ table, key: type.key, type }],
    ),
  ),
)
const documents = formed.chain(({ table, key, type }) =>
  fc.record({
    table: fc.constant(table),
    key: fc.constant(key),
    names: fc.constant(listFields(type, undefined).map(({ name }) => name)),
    entry: fc.dictionary(fc.constantFrom(...listFields(type, undefined).map(({ name }) => name), 'beyond'), typed),
    value: typed,
  }),
)

test('editing one field in 200 documents leaves all other text and comments unchanged', () => {
  fc.assert(
    fc.property(documents, fc.nat(), ({ key, names, entry, value }, at) => {
      const name = names[at % names.length] ?? ''
      const before = { schedule: '@hourly', [key]: [{ first: 1, ...entry }] }
      const text = `# mine\n${writeYaml(before)}`
      const after = setInYaml(text, [key, 0, name], value)
      expect(parse(after)).toEqual({ ...before, [key]: [{ first: 1, ...entry, [name]: value }] })
      expect(after.startsWith('# mine\n')).toBe(true)
      expect(valueAt(parse(after), [key, 0, name])).toEqual(value)
      expect(parse(setInYaml(after, [key, 0, name], entry[name]))).toEqual(before)
    }),
    { numRuns: 200 },
  )
})
