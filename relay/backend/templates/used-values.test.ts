import { expect, test } from 'vitest'
import { Duration } from './duration.ts'
import { readUsedValues } from './used-values.ts'

const variables = {
  code: 200,
  content: 'all is well',
  elapsed: new Duration(25),
  headers: { 'Content-Type': 'text/plain', 'Set-Cookie': 'sid=1', 'X-Api-Key': 'k' },
  json: { status: 'ok', items: [{ age: 3 }, { age: 4 }], empty: null },
  results: [],
  last_result: { pass: true },
}

test.each<[string, [string, string][]]>([
  [
    'code == 204 && elapsed.getMilliseconds() < 5',
    [
      ['code', '200'],
      ['elapsed', '25ms'],
    ],
  ],
  [
    'json.status == "code" || code in [1]',
    [
      ['json.status', '"ok"'],
      ['code', '200'],
    ],
  ],
  ['json.items[1].age > 4', [['json.items[1].age', '4']]],
  ['json.items.all(i, i.age > 3)', [['json.items', 'a list of 2']]],
  ['json.missing.deeper == 1', [['json.missing.deeper', 'does not exist']]],
  ['json.empty != null', [['json.empty', 'null']]],
  ["headers['Content-Type'] == 'a'", [['headers["Content-Type"]', '"text/plain"']]],
  ['size(results) > 0', [['results', 'a list of 0']]],
  ['headers["X-Api-Key"] == "x"', [['headers["X-Api-Key"]', '***']]],
  ['json', [['json', 'a map with status, items, empty']]],
  ['last_result().pass', []],
  [
    '{{ and (eq .code 204) (contains "x" .content) }}',
    [
      ['code', '200'],
      ['content', '"all is well"'],
    ],
  ],
  ['code == 1 && code == 2', [['code', '200']]],
  ['unknown == constructor', []],
])('%s', (source, expected) => {
  expect(readUsedValues(source, variables)).toEqual(expected)
})

test('long texts are cut, and at most 12 values are read', () => {
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`v${i}`, 'x'.repeat(500)]))
  const values = readUsedValues(Object.keys(many).join(' + '), many)
  expect(values).toHaveLength(12)
  expect(values[0]?.[1]).toHaveLength(201)
})
