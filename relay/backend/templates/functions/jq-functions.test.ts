import { expect, test } from 'vitest'
import { evaluateAll } from '#relay/backend/templates/template.ts'
import { usesJq } from './jq-functions.ts'

const values = { json: { items: [{ name: 'a', size: 1 }, { name: 'b' }], at: new Date('2026-01-02T00:00:00Z') } }
const evaluate = async (...sources: readonly string[]) => {
  const expressions = sources.map((source) => ({ language: 'expr', source }) as const)
  const outcomes = await evaluateAll(expressions, values)
  return outcomes.map((outcome) => (outcome.ok ? outcome.value : outcome.error.message))
}

test('one result is a value, several are a list, none is null', async () => {
  expect(
    await evaluate(
      'jq(".items[0].name", json)',
      'jq(".items[].name", json)',
      'jq(".items[] | select(.name == \\"c\\")", json)',
      'jq(".at", json)',
      '1 + 1',
    ),
  ).toEqual(['a', ['a', 'b'], null, '2026-01-02T00:00:00.000Z', 2])
})

test('an invalid expression names the error, and the next expression is evaluated', async () => {
  const [first, second, third] = await evaluate('jq(".items[", json)', 'jq(".items.name", json)', 'jq(".[0]", [7])')
  expect(first).toMatch(/^CEL expression: jq: syntax error, unexpected end of file at .*, line 1, column 7\.$/)
  expect(second).toBe('CEL expression: jq: Cannot index array with string ("name").')
  expect(third).toBe(7)
})

test('an endless run and one that takes too much memory are stopped, and the next expression is evaluated', async () => {
  const [endless, large, next] = await evaluate(
    'jq("until(false; .)", 1)',
    'jq("[range(100000000)] | length", 1)',
    'jq(".", 1)',
  )
  expect(endless).toMatch(/Timed out/)
  expect(large).toMatch(/Timed out|memory/)
  expect(next).toBe(1)
})

test('sees no variables and files of the process', async () => {
  expect(await evaluate('jq("env | has(\\"PWD\\") and (.PWD != \\"/\\")", 1)', 'jq("input_filename", 1)')).toEqual([
    false,
    '/dev/stdin',
  ])
})

test.each([
  ['jq(".a", x)', false, true],
  ['{{coll.JQ "." .x}}', false, true],
  ['size(x)', false, false],
  ['curl x | jq .a', true, false],
  ['echo {{jq ".a" .x}}', true, true],
])('the interpreter is loaded for %s: %s', (source, isProgram, uses) => {
  expect(usesJq(source, isProgram)).toBe(uses)
})
