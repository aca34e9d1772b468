import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { toMergedText } from './merge-lines.ts'
import { mergeYaml } from './merge-yaml.ts'
import { orderLike } from './order-like.ts'
import { writeYaml } from './write-yaml.ts'

const base = 'events:\n  - check.failed\nservices:\n  - name: hook\n    url: a\n'

test('a key added by both sides is one conflict, regardless of position', () => {
  const mine = `${base}filter: mine # for now\n`
  const theirs = base.replace('services:', 'title: It fails\nfilter: theirs\nservices:')
  const parts = mergeYaml(base, mine, theirs)
  expect(parts.filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'theirs', lines: ['title: It fails'] },
    { kind: 'conflict', mine: ['filter: mine # for now'], theirs: ['filter: theirs'] },
  ])
})

test('orders keys of maps in lists too, and moves comments with them', () => {
  const model = base.replace('- name: hook', '- port: 2\n    name: hook')
  const text = base.replace('url: a', 'url: a\n    # the second\n    port: 1')
  expect(orderLike(text, model)).toBe(base.replace('- name: hook', '- # the second\n    port: 1\n    name: hook'))
})

test('leaves an ordered text and a text that does not parse unchanged', () => {
  const text = `${base}filter:   "mine"\n`
  expect(orderLike(text, base)).toBe(text)
  expect(orderLike(`${base}a: [`, base)).toBe(`${base}a: [`)
})

test('treats multi-line entries, unindented lists and comments as a whole', () => {
  const before = 'a: 1\n'
  const mine = 'a: 1\n# mine\nlist:\n- one\n- two\nother:\n  deep: 1\n'
  const theirs = 'a: 1\nlist:\n- three\nthird: |\n  text\n\n  more\n'
  expect(mergeYaml(before, mine, theirs).filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'conflict', mine: ['# mine', 'list:', '- one', '- two'], theirs: ['list:', '- three'] },
    { kind: 'mine', lines: ['other:', '  deep: 1'] },
    { kind: 'theirs', lines: ['third: |', '  text', '', '  more'] },
  ])
})

const value = fc.oneof(
  fc.nat(2),
  fc.array(fc.nat(2), { maxLength: 2 }),
  fc.dictionary(fc.constantFrom('x', 'y'), fc.nat(2)),
)
const document = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), value, { minKeys: 1 })

test('a merge has no duplicate keys and contains every change made by one side', () => {
  fc.assert(
    fc.property(document, document, document, (first, second, third) => {
      const [before, mine, theirs] = [writeYaml(first), writeYaml(second), writeYaml(third)]
      expect(parse(orderLike(mine, theirs))).toEqual(second)
      const parts = mergeYaml(before, mine, theirs)
      const merged: unknown = parse(toMergedText(parts).text)
      const isMineAlone = (key: string) =>
        writeYaml(second[key]) !== writeYaml(first[key]) && writeYaml(third[key]) === writeYaml(first[key])
      expect(merged).toMatchObject(Object.fromEntries(Object.entries(second).filter(([key]) => isMineAlone(key))))
      expect(mergeYaml(before, mine, before).every(({ kind }) => kind !== 'conflict')).toBe(true)
    }),
    { numRuns: 300 },
  )
})
