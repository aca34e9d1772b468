import { expect, test } from 'vitest'
import { compileJsonPath } from './json-path.ts'

const values = {
  list: [
    { name: 'a', size: 1 },
    { name: 'b', size: 5 },
  ],
  shop: { 'web.url': 'x', note: 'a=~b' },
}

test.each([
  ['$.list[1].name', 'b'],
  ['list[1].name', 'b'],
  ['.list[1].name', 'b'],
  ['{.list[1].name}', 'b'],
  ['[ "shop" ].note', 'a=~b'],
  ['@.list[1].name', 'b'],
  ["$.['shop'].['web.url']", 'x'],
  [".['shop']['web.url']", 'x'],
  ["$..['web.url']", ['x']],
  ['$.list[?(@.name =~ /^[bc]$/)].size', [5]],
  ["$.list[?(@.name =~ 'a|b')].size", [1, 5]],
  ['$.list[?(@.name =~ /a\\/c|b/ && @.size > 1)].name', ['b']],
  ["$.shop[?(@ == 'a=~b')]", ['a=~b']],
  ["$.shop[?(@ == 'a.[b')]", []],
])('%s is read', (path, found) => {
  expect(compileJsonPath(path)(values)).toEqual(found)
})

test.each([
  ['$.list.1', 8],
  ['list.1', 6],
  ['  { .list.1 }', 11],
  ['$.list.length()', 14],
])('%s is rejected with its position', (path, column) => {
  expect(() => compileJsonPath(path)).toThrow(`line 1, column ${column}`)
})
