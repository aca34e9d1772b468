import { expect, test } from 'vitest'
import { Duration } from '#relay/backend/templates/duration.ts'
import { readToml, writeToml } from './toml-functions.ts'

test('reads tables, lists and times', () => {
  const text = `title = "a"
at = 2026-01-02T03:04:05+02:00
day = 2026-01-02
big = 9007199254740993
[[servers]]
port = 80
[[servers]]
port = 443
`
  expect(readToml(text)).toEqual({
    title: 'a',
    at: new Date('2026-01-02T01:04:05Z'),
    day: '2026-01-02',
    big: 9_007_199_254_740_993n,
    servers: [{ port: 80 }, { port: 443 }],
  })
})

test('writes maps without keys that have no value', () => {
  const value = { a: 1, none: null, list: ['x', null], took: new Duration(1500), deep: { b: true } }
  expect(writeToml(value)).toBe(`a = 1\nlist = [ "x" ]\ntook = "1.5s"\n\n[deep]\nb = true\n`)
  expect(readToml(writeToml(value))).toEqual({ a: 1, list: ['x'], took: '1.5s', deep: { b: true } })
})

test('rejects invalid text and values that are nested too deep', () => {
  expect(() => readToml('b = 1\na =')).toThrow(/^Invalid TOML document: [^\n]+, line 2, column \d+$/)
  expect(() => readToml(`a = ${'['.repeat(200)}${']'.repeat(200)}`)).toThrow(/nested structures.*, line 1, column \d+$/)
})
