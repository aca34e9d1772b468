import { expect, test } from 'vitest'
import { evaluate } from '#relay/backend/templates/template.ts'
import { runJmespath } from './jmespath-functions.ts'

const data = {
  people: [
    { name: 'b', age: 30, tags: ['x', 'y'], state: { name: 'up' } },
    { name: 'a', age: 50, tags: [] },
    { name: 'c', age: 20, tags: ['z'], state: { name: 'down' } },
  ],
  reservations: [
    { instances: [{ type: 'small', state: { name: 'running' } }, { type: 'large' }] },
    { instances: [{ type: 'small', state: { name: 'stopped' } }] },
  ],
  ops: { a: { n: 1 }, b: { n: 2 }, c: { x: 3 } },
  list: [0, 1, 2, 3, 4, 5],
  nested: [[0, 1], 2, [3, [4]]],
  s: 'text é',
  n: null,
  'quo"ted': 1,
  'foo bar': 2,
  neg: -1.5,
  empty: {},
  texts: ['b', 'a'],
}

/** Expected by the reference implementation (jmespath 1.1). */
test.each<[expression: string, expected: unknown]>([
  ['people[0].name', 'b'],
  ['people[-1].name', 'c'],
  ['people[9]', null],
  ['people[*].name', ['b', 'a', 'c']],
  ['people[*].state.name', ['up', 'down']],
  ['people[?age > `25`].name', ['b', 'a']],
  ["people[?age > `25` && name == 'a'].age", [50]],
  ['people[?!(age > `25`)].name | [0]', 'c'],
  ["people[?contains(tags, 'x')].name", ['b']],
  [
    'people[*].[name, age]',
    [
      ['b', 30],
      ['a', 50],
      ['c', 20],
    ],
  ],
  [
    'people[*].{n: name, t: tags[0]}',
    [
      { n: 'b', t: 'x' },
      { n: 'a', t: null },
      { n: 'c', t: 'z' },
    ],
  ],
  ['people[].tags[]', ['x', 'y', 'z']],
  ['people[].tags[] | length(@)', 3],
  ['reservations[*].instances[*].type', [['small', 'large'], ['small']]],
  ['reservations[].instances[].type', ['small', 'large', 'small']],
  ["reservations[*].instances[?type=='small'].state.name", [['running'], ['stopped']]],
  ["reservations[*].instances[?type=='small'][].state.name", ['running', 'stopped']],
  ['ops.*.n', [1, 2]],
  ['*.n', []],
  ['ops.*.n | [0]', 1],
  ['list[1:3]', [1, 2]],
  ['list[:2]', [0, 1]],
  ['list[::2]', [0, 2, 4]],
  ['list[::-1]', [5, 4, 3, 2, 1, 0]],
  ['list[-2:]', [4, 5]],
  ['list[5:0:-2]', [5, 3, 1]],
  ['list[8:]', []],
  ['list[:-8:-1]', [5, 4, 3, 2, 1, 0]],
  ['nested[]', [0, 1, 2, 3, [4]]],
  ['nested[][]', [0, 1, 2, 3, 4]],
  ['nested[0][1]', 1],
  ['sort_by(people, &age)[*].name', ['c', 'b', 'a']],
  ['max_by(people, &age).name', 'a'],
  ['min_by(people, &age).name', 'c'],
  ['sort(texts)', ['a', 'b']],
  ["join(', ', sort(people[*].name))", 'a, b, c'],
  ['length(s)', 6],
  ['length(people)', 3],
  ['keys(ops)', ['a', 'b', 'c']],
  ['values(ops)[0]', { n: 1 }],
  ['to_string(list)', '[0,1,2,3,4,5]'],
  ["to_number('3.5')", 3.5],
  ["to_number('x')", null],
  ['type(n)', 'null'],
  ['not_null(n, s)', 'text é'],
  ['sum(list)', 15],
  ['avg(list)', 2.5],
  ['merge(ops, {d: `1`}).d', 1],
  ['reverse(list)', [5, 4, 3, 2, 1, 0]],
  ['reverse(s)', 'é txet'],
  ['map(&age, people)', [30, 50, 20]],
  ['ceil(neg)', -1],
  ['floor(neg)', -2],
  ['abs(neg)', 1.5],
  ["starts_with(s, 'te')", true],
  ["ends_with(s, 'x')", false],
  ["contains(s, 'ex')", true],
  ['"quo\\"ted"', 1],
  ['"foo bar"', 2],
  ["'it\\'s'", "it's"],
  ['`{"a": [1]}`.a[0]', 1],
  ['@.s', 'text é'],
  ['n || s', 'text é'],
  ["empty || 'none'", 'none'],
  ['people && s', 'text é'],
  ['!n', true],
  ['list[?@ > `3`]', [4, 5]],
  ["people[?state.name == 'up' || age == `50`].name", ['b', 'a']],
  ['people[?tags].name', ['b', 'c']],
  ['(people | [0]).name', 'b'],
  ['people[*].tags | [0]', ['x', 'y']],
  ['people[*].tags[0]', ['x', 'z']],
  ['missing.a[*].b', null],
  ['{a: s, b: list[0]}', { a: 'text é', b: 0 }],
  ['[s, n]', ['text é', null]],
  ['people[?age<`25`]|[0].name', 'c'],
  ['list == list', true],
  ["s != 'x'", true],
  ['`1` < `2`', true],
  ['people[*].name | sort(@) | [-1]', 'c'],
  ['n.[a]', null],
  ['ops.[a.n, c]', [1, { x: 3 }]],
  ['ops.{x: a.n}', { x: 1 }],
  ['to_array(s)', ['text é']],
  ['people[1].tags[0]', null],
  ['a.b.c', null],
  ['list[?@==`2`] | [0]', 2],
  ['foo  .  bar', null],
  ['[]', null],
  ['[0]', null],
  ['[*]', null],
  ['[?a]', null],
  ['list[*] | [?@ > `2`] | length(@)', 3],
  ['people[*].[name][]', ['b', 'a', 'c']],
  ['ops.*.[n][] | sort(@)', [1, 2]],
  ['people[0].*', ['b', 30, ['x', 'y'], { name: 'up' }]],
  ['nested[*][0]', [0, 3]],
  ['people[?length(tags) > `1`] | [*].name', ['b']],
  ['s < `1`', null],
])('%s', (expression, expected) => {
  expect(runJmespath(expression, data)).toEqual(expected)
})

test.each([
  ['people[', 'jmespath: Syntax error: expected Star, got: EOF'],
  ['people[?age > `25`', 'expected Rbracket'],
  ['a b', 'unexpected token'],
  ['`{`', 'invalid format for a JSON literal'],
  ['list[::0]', 'slice step cannot be 0'],
  ['nope(s)', 'Unknown function: nope()'],
  ['constructor(s)', 'jmespath: '],
  ['length(s, s)', 'takes 1 argument but received 2'],
  ['sum(s)', 'sum() expected argument 1 to be type'],
  [`${'!'.repeat(5_000)}a`, 'jmespath: '],
  ['('.repeat(5_000), 'jmespath: '],
])('rejects %.20s', (expression, message) => {
  expect(() => runJmespath(expression, data)).toThrow(message)
})

test('names of the prototype are no fields', () => {
  expect(runJmespath('[constructor, constructor.name, s.length]', data)).toEqual([null, null, null])
})

test('is a function of CEL and of Go templates', async () => {
  const people = [
    { name: 'b', age: 30 },
    { name: 'a', age: 50 },
  ]
  const expression = 'people[?age > `35`].name | [0]'
  expect(await evaluate({ expr: `jmespath('${expression}', config)` }, { config: { people } })).toBe('a')
  expect(await evaluate({ template: `{{ jmespath "${expression}" .config }}` }, { config: { people } })).toBe('a')
  await expect(evaluate({ expr: "jmespath('a[', config)" }, { config: {} })).rejects.toThrow('jmespath: Syntax error')
})
