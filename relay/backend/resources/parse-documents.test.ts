import { setImmediate as turn } from 'node:timers/promises'
import { queryObjects } from 'node:v8'
import { describe, expect, test } from 'vitest'
import { Document } from 'yaml'
import { z } from 'zod'
import { parseDocuments } from './parse-documents.ts'

const good = `apiVersion: canaries.example/v1
kind: Canary
metadata:
  name: web
  namespace: shop
  labels:
    team: web
    tier: 1
    "odd key: #\\"": "\\u2028 ''"
    canary: true
    nothing:
spec:
  schedule: "@every 30s"
  http:
    - name: home
      url: https://example.test
`

test('reads several documents of one file with labels as text and positions', () => {
  const { documents, errors } = parseDocuments('web.yaml', `${good}---\n# nothing here\n---\n${good}`)
  expect(errors).toEqual([])
  expect(documents.length).toBe(2)
  const [first, second] = documents
  expect(first).toMatchObject({
    file: 'web.yaml',
    kind: 'Canary',
    name: 'web',
    namespace: 'shop',
    labels: { team: 'web', tier: '1', 'odd key: #"': "\u2028 ''", canary: 'true', nothing: '' },
    annotations: {},
    spec: { schedule: '@every 30s', http: [{ name: 'home', url: 'https://example.test' }] },
  })
  expect(first?.findPosition(['http', 0, 'url'])).toEqual({ line: 16, column: 7 })
  expect(first?.findPosition(['http', 0, 'missing', 'deeper'])).toEqual({ line: 15, column: 7 })
  expect(first?.findPosition(['schedule'])).toEqual({ line: 13, column: 3 })
  expect(second?.findPosition(['schedule'])).toEqual({ line: 32, column: 3 })
})

const countDocuments = () => queryObjects(Document, { format: 'count' })

test('documents do not retain the parsed YAML, and find positions without it', async () => {
  const parsedBefore = countDocuments()
  const list = `kind: List\nitems:\n${good.replaceAll(/^(?=.)/gm, '  ').replaceAll('  apiVersion', '- apiVersion')}`
  const { documents } = parseDocuments('web.yaml', `${good}---\n${list}`)
  await turn()
  expect(countDocuments()).toBeLessThanOrEqual(parsedBefore)
  expect(documents.map((document) => document.findPosition(['http', 0, 'url']))).toEqual([
    { line: 16, column: 7 },
    { line: 35, column: 9 },
  ])
  await turn()
  expect(countDocuments()).toBeLessThanOrEqual(parsedBefore)
})

describe('an invalid document', () => {
  test('with broken YAML is reported with its position, and the valid one in the same file is kept', () => {
    const { documents, errors } = parseDocuments(
      'web.yaml',
      `${good}---\nkind: Canary\nmetadata:\n  name: broken\nspec:\n  http: [1, 2\n  - x: y\n`,
    )
    expect(documents.map(({ name }) => name)).toEqual(['web'])
    expect(errors.length).toBe(1)
    expect(errors[0]).toMatchObject({ file: 'web.yaml', index: 1, line: 23, kind: 'Canary', name: 'broken' })
    expect(errors[0]?.reason).toMatch(/^Invalid YAML: .+\.$/)
  })

  test.each([
    ['just text', 'A document must be a map with apiVersion, kind, metadata and spec.'],
    ['- 1\n- 2', 'A document must be a map with apiVersion, kind, metadata and spec.'],
    ['kind: Canary\nspec: {}', 'metadata: required.'],
    ['kind: Canary\nmetadata: {name: ""}', 'metadata.name: must not be empty.'],
    ['kind: Canary\nmetadata: {name: " \\u200B"}', 'metadata.name: must not be empty.'],
    [
      'kind: Canary\nmetadata: {name: x, labels: {a: [1]}}',
      'metadata.labels.a: must be a string, a number or a boolean, got a list.',
    ],
    ['kind: Canary\nkind: Other', 'Invalid YAML: The key "kind" occurs twice in one map, first in line 1.'],
    ['kind: *missing', 'Failed to read the YAML: Unresolved alias'],
    ['kind: &all [*all]', 'An alias refers to a value that contains the alias.'],
    ['kind: Canary\nmetadata:\n\tname: web', 'Invalid YAML: A tab is used as indentation; use spaces.'],
    ['['.repeat(20_000), 'Maps and lists are nested more than 100 levels deep.'],
    ['- '.repeat(20_000), 'Maps and lists are nested more than 100 levels deep.'],
    [
      'kind: Canary\nmetadata: {name: {{ .Values.name }}}',
      'metadata.name: must be a string, got the chart template {{ .Values.name }}. Render the chart first',
    ],
    [
      'kind: Canary\nmetadata: {name: x}\nspec: {{ .Values.spec | toYaml }}',
      'spec: must be a string, got the chart template {{ .Values.spec | toYaml }}. Render the chart first',
    ],
    [
      'kind: Canary\nmetadata: {name: x}\nspec:\n  {{ .Values.type }}: []',
      'spec: a key must be a string, got the chart template {{ .Values.type }}. Render the chart first',
    ],
    [
      '{{- if .Values.enabled }}\nkind: Canary\n{{- end }}',
      'Invalid YAML: got the chart template {{- if .Values.enabled }}. Render the chart first',
    ],
    [
      'kind: Canary\nmetadata: {name: x}\nspec: {http: [{url: "{{ .Values.url }}/health"}]}',
      'spec.http[0].url: got the chart template {{ .Values.url }}. Render the chart first',
    ],
    [
      'kind: Playbook\nmetadata: {name: x}\nspec:\n  title: {{.config.name}}',
      'spec.title: must be a string, got a map: put the template {{.config.name}} in quotes.',
    ],
    ['? [a]\n: b', 'a key must be a string, got a list.'],
  ])('%j is rejected with a reason', (text, reason) => {
    const { documents, errors } = parseDocuments('bad.yaml', text)
    expect(documents).toEqual([])
    expect(errors.map((error) => error.reason.startsWith(reason) || error.reason)).toEqual([true])
  })

  test.each([
    [12, 'The document is larger than 20 MB when its aliases are replaced. Write fewer aliases of large values.'],
    [7, 'Aliases refer to each other more than 10,000 times. Write fewer aliases.'],
  ])('with an alias bomb of %d levels is rejected', (length, reason) => {
    const levels = Array.from({ length }, (_, index) =>
      index === 0 ? 'a0: &a0 [x,x,x,x,x,x,x,x,x]' : `a${index}: &a${index} [${`*a${index - 1},`.repeat(9)}]`,
    )
    expect(parseDocuments('bomb.yaml', levels.join('\n')).errors[0]?.reason).toBe(reason)
  })

  test('with thousands of aliases of one large list is rejected', () => {
    const large = `kind: Canary\nmetadata: {name: x}\nspec:\n  first: &large [${'xxxxxxxx,'.repeat(1_000)}]\n`
    const aliases = Array.from({ length: 4_000 }, (_, index) => `  alias${index}: *large`)
    expect(parseDocuments('few.yaml', large + aliases.slice(0, 100).join('\n')).errors).toEqual([])
    const { errors } = parseDocuments('bomb.yaml', large + aliases.join('\n'))
    expect(errors.map(({ reason }) => reason)).toEqual([expect.stringMatching(/^The document is larger than 20 MB /)])
  })
})

const web = (spec: string) => `kind: Canary\nmetadata: {name: web}\nspec:\n${spec}`
const schema = z.looseObject({
  labels: z.record(z.string(), z.string()).optional(),
  limit: z.number().optional(),
  ssl: z.boolean().optional(),
  http: z.array(z.object({ url: z.string(), value: z.union([z.string(), z.number()]) })).optional(),
  default: z.unknown(),
})
const readSpec = (spec: string) => {
  const { documents, errors } = parseDocuments('web.yaml', web(spec), new Map([['Canary', schema]]))
  expect(errors).toEqual([])
  return documents[0]?.spec
}

describe('numbers and booleans', () => {
  test.each(['1.10', '007', '0x1F', '0o17', '12345678901234567890', '1e3', '.5', '1.0', 'True', '-0', '5'])(
    'keep the spelling %s where a text is expected',
    (written) => {
      const text = `kind: Canary\nmetadata: {name: ${written}, labels: {${written}: ${written}}}\nspec: {labels: {a: ${written}}}`
      const { documents } = parseDocuments('web.yaml', text, new Map([['Canary', schema]]))
      expect(documents).toMatchObject([
        { name: written, labels: { [written]: written }, spec: { labels: { a: written } } },
      ])
    },
  )

  test.each(['2024-01-01', '12:30:45', '1_000', 'yes', '010', '2024-01-01T10:00:00Z'])(
    'keep the spelling %s in a document of YAML 1.1',
    (written) => {
      const text = `%YAML 1.1\n---\nkind: Canary\nmetadata: {name: ${written}, labels: {a: ${written}}}\nspec: {}`
      const { documents, errors } = parseDocuments('web.yaml', text, new Map([['Canary', schema]]))
      expect(errors).toEqual([])
      expect(documents).toMatchObject([{ name: written, labels: { a: written } }])
    },
  )

  test('stay numbers where a number is expected, and texts of more digits than a number holds', () => {
    expect(readSpec('  limit: 0x1F\n  ssl: yes\n  default: [1.10, 12345678901234567890]\n')).toEqual({
      limit: 31,
      ssl: true,
      default: [1.1, '12345678901234567890'],
    })
    expect(readSpec('  limit: 1_000\n  labels: {a: 1_000}\n')).toEqual({ limit: 1000, labels: { a: '1_000' } })
    expect(readSpec('  http:\n  - url: 10\n    value: 1.10\n  - url: x\n    value: 10\n')).toEqual({
      http: [
        { url: '10', value: '1.10' },
        { url: 'x', value: 10 },
      ],
    })
  })
})

test('reads binary values as text, and names the line of an alias without an anchor', () => {
  const { documents } = parseDocuments('web.yaml', `${good}  body: !!binary aGVsbG8=\n  bytes: !!binary /w==\n`)
  expect(documents[0]?.spec).toMatchObject({ body: 'hello', bytes: '/w==' })
  const { errors } = parseDocuments('web.yaml', `${good}  ignore:\n    - *.json\n`)
  expect(errors[0]).toMatchObject({ line: 18, column: 7 })
})

test('merges anchors, and errors of merged fields lead to the anchor', () => {
  const spec = `  base: &base
    url: x
    method: GET
  more: &more { method: PUT, body: y }
  http:
    - <<: *base
      name: one
    - name: two
      <<: [*base, *more]
      url: z
`
  const [document] = parseDocuments('web.yaml', web(spec)).documents
  expect(document?.spec).toMatchObject({
    http: [
      { url: 'x', method: 'GET', name: 'one' },
      { url: 'z', method: 'GET', body: 'y', name: 'two' },
    ],
  })
  expect(document?.findPosition(['http', 0, 'method'])).toEqual({ line: 6, column: 5 })
  expect(document?.findPosition(['http', 1, 'body'])).toEqual({ line: 7, column: 30 })
  expect(document?.findPosition(['http', 1, 'url'])).toEqual({ line: 13, column: 7 })
})

test('items of a list are documents of their own with their lines', () => {
  const { documents, errors } = parseDocuments(
    'list.yaml',
    `apiVersion: v1
kind: List
items:
  - kind: Canary
    metadata: { name: one }
    spec: { schedule: x }
  - kind: Canary
  - kind: PlaybookList
    items:
      - kind: Playbook
        metadata: { name: 1.10 }
`,
  )
  expect(documents.map(({ index, kind, name }) => [index, kind, name])).toEqual([
    [0, 'Canary', 'one'],
    [2, 'Playbook', '1.10'],
  ])
  expect(documents[0]?.findPosition(['schedule'])).toEqual({ line: 6, column: 13 })
  expect(errors).toMatchObject([{ index: 1, line: 7, kind: 'Canary', reason: 'metadata: required.' }])
})

test('a list without items has no documents', () => {
  expect(parseDocuments('list.yaml', 'apiVersion: v1\nkind: List\nitems: null\n')).toEqual({
    documents: [],
    errors: [],
  })
})

test('characters that cannot be stored are replaced in names, labels, keys and values', () => {
  const { documents } = parseDocuments(
    'odd.yaml',
    String.raw`{kind: Canary, metadata: {name: "a\0\u0007", labels: {"k\ud83d": "v\0"}}, spec: {"x\0": ["half \ud83d"]}}`,
  )
  expect(documents).toMatchObject([
    { name: 'a\ufffd\ufffd', labels: { 'k\ufffd': 'v\ufffd' }, spec: { 'x\ufffd': ['half \ufffd'] } },
  ])
})

test('reads Windows line ends, tabs within texts and comments at the end', () => {
  const text = 'kind: Canary\r\nmetadata: {name: web}\r\nspec:\r\n  script: |\r\n    a\r\n    \tb\r\n# end\r\n'
  expect(parseDocuments('web.yaml', text).documents[0]?.spec).toEqual({ script: 'a\n\tb\n' })
})
