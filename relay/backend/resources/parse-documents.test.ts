import { describe, expect, test } from 'vitest'
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
    ['kind: Canary\nspec: {}', 'metadata: expected object, received undefined.'],
    ['kind: Canary\nmetadata: {name: ""}', 'metadata.name: Too small: expected string to have >=1 characters.'],
    ['kind: Canary\nmetadata: {name: x, labels: {a: [1]}}', 'metadata.labels.a: '],
    ['kind: Canary\nkind: Other', 'Invalid YAML: Map keys must be unique'],
    ['kind: *missing', 'Failed to read the YAML: Unresolved alias'],
  ])('%j is rejected with a reason', (text, reason) => {
    const { documents, errors } = parseDocuments('bad.yaml', text)
    expect(documents).toEqual([])
    expect(errors.map((error) => error.reason.startsWith(reason) || error.reason)).toEqual([true])
  })

  test('with an alias bomb is rejected', () => {
    const levels = Array.from({ length: 12 }, (_, index) =>
      index === 0 ? 'a0: &a0 [x,x,x,x,x,x,x,x,x]' : `a${index}: &a${index} [${`*a${index - 1},`.repeat(9)}]`,
    )
    expect(parseDocuments('bomb.yaml', levels.join('\n')).errors[0]?.reason).toMatch(/^Failed to read the YAML: /)
  })
})
