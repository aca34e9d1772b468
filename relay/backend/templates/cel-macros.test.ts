import { expect, test } from 'vitest'
import { compileCel } from './cel.ts'
import { expandMacros } from './cel-macros.ts'

const environment = {
  list: [1, 2, 3],
  map: { x: 1, y: 2 },
  rows: [
    { name: 'b', n: 2 },
    { name: 'a', n: 1 },
  ],
  config: { name: 'shop', labels: { app: 'web' }, status: '' },
}

test.each([
  ['[?config.?name, ?config.?owner, 2]', ['shop', 2]],
  ['[?optional.none()]', []],
  ['[?list[?0], ?list[?7]]', [1]],
  ["{?'n': config.?name, ?'o': config.?owner, 'k': 1}", { n: 'shop', k: 1 }],
  ["{'k': {?'n': config.?owner}, 'l': [list[0] == 1 ? 'yes' : 'no', ?config.?owner][0]}", { k: {}, l: 'yes' }],
  ['rows.map(row, {?"n": row.?n, ?"q": row.?q})', [{ n: 2 }, { n: 1 }]],
  ['config.labels[?"team"].orValue("none")', 'none'],
  ['config.?owner.name.orValue("none")', 'none'],
  ['config.?name.optMap(name, name + "!").orValue("none")', 'shop!'],
  ['config.?owner.optMap(name, name + "!").hasValue()', false],
  ['config.?labels.optFlatMap(labels, labels.?app).value()', 'web'],
  ['optional.ofNonZeroValue(config.status).orValue("unknown")', 'unknown'],
  ['config.?owner == optional.none() && list[?0] == optional.of(1) && list[?0] != list[?1]', true],
  ['list.all(i, v, v == i + 1) && map.all(k, v, k != "" && v > 0)', true],
  ['list.exists(i, v, i == 2 && v == 3) && !map.exists(k, v, k == "z")', true],
  ['list.existsOne(i, v, v > 2) && list.exists_one(i, v, v > 2) && list.existsOne(v, v > 2)', true],
  ['list.transformList(i, v, i * v)', [0, 2, 6]],
  ['list.transformList(i, v, (v > 1), (i))', [1, 2]],
  ['map.transformList(k, v, k + string(v))', ['x1', 'y2']],
  ['map.transformMap(k, v, v + 1)', { x: 2, y: 3 }],
  ['map.transformMap(k, v, k == "x", v + 1)', { x: 2 }],
  ['list.transformMap(i, v, v > 2, v)', { 2: 3 }],
  ['rows.transformMapEntry(i, row, {row.name: row.n})', { b: 2, a: 1 }],
  ['rows.transformMapEntry(i, row, row.n > 1, {row.name: row.n})', { b: 2 }],
  ['list.all(i, v, list.exists(j, w, w == v && i == j))', true],
  ['rows.sortBy(row, rows.transformMapEntry(i, r, {r.name: r.n})[row.name]).map(row, row.name)', ['a', 'b']],
  ['list.all(string, type, type > string)', true],
  ['list.fold(e, acc, acc + e)', 6],
  ['map.fold(k, v, acc, acc + v)', 3],
  ['map.fold(k, all, all + "," + k)', 'x,y'],
  ['list.fold(i, v, acc, acc * (v + i))', 15],
  ['[[1, 2], [3]].fold(e, acc, acc + e)', [1, 2, 3]],
  ['rows.map(row, row.name).fold(e, acc, acc + ", " + e)', 'b, a'],
  ['list.fold(a, b, a > b ? a : b) == [3, 2].fold(a, b, list.fold(c, d, c + d) - a)', false],
  ['[7].fold(e, acc, acc + e)', 7],
  ['[].fold(e, acc, acc + e)', null],
  ['"l.all(i, v, [?x])" // .sortBy(a, b)', 'l.all(i, v, [?x])'],
])('%s', (source, expected) => {
  expect(compileCel(source)(environment, 1_000)).toEqual(expected)
})

test.each([
  ['list.all(i, v, missing > 1)', 'column 16: Unknown variable: missing'],
  ['[?config.?name, missing]', 'column 17: Unknown variable: missing'],
  ['{?"k": 1}', 'Entry "k" of the map must be optional'],
  ['config.name.optMap(n, n)', 'The value before optMap must be optional'],
  ['rows.transformMapEntry(i, row, {"a": i})', 'the key "a" twice'],
  ['config.name.transformList(i, v, v)', 'needs a list or a map'],
  ['list.transformlist(i, v, v)', "did you mean 'transformList'"],
  ['list.fold(v, v)', 'fold(name, result, …) has 3 or 4 arguments'],
  ['config.name.fold(e, acc, acc + e)', 'fold needs a list or a map'],
  ['list.transformList(v, v)', 'transformList(key, value, …) has 3 or 4 arguments'],
])('rejects %s', (source, message) => {
  expect(() => compileCel(source)(environment, 1_000)).toThrow(message)
})

test('leaves the source as it is without macros to expand', () => {
  const source = 'list.all(v, v > 0) ? {"a": list[?0]} : f(a ? b : c)'
  expect(expandMacros(source).text).toBe(source)
})
