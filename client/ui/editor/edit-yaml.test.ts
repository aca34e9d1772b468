import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { valueAt } from '#shared/primitives/value-at.ts'
import { setInYaml } from './edit-yaml.ts'
import { writeYaml } from './write-yaml.ts'

const text = `# who is called
schedule: "@every 30s" # often
http:
  # the front page
  - name: home
    url: &address https://a.example/
    labels: &labels { team: web } # kept
  - name: again
    url: *address
    labels: *labels
`

test('keeps comments, order, quotes and anchors when one value changes', () => {
  expect(setInYaml(text, ['schedule'], '@every 1m')).toBe(text.replace('30s', '1m'))
  expect(setInYaml(text, ['http', 0, 'name'], 'start')).toBe(text.replace('name: home', 'name: start'))
})

test('replaces an alias by its own copy', () => {
  const changed: unknown = parse(setInYaml(text, ['http', 1, 'labels', 'team'], 'shop'))
  expect([valueAt(changed, ['http', 0, 'labels']), valueAt(changed, ['http', 1, 'labels'])]).toEqual([
    { team: 'web' },
    { team: 'shop' },
  ])
  expect(setInYaml(text, ['http', 1, 'labels', 'team'], 'shop')).toContain('# the front page')
})

test('removing a key also removes the maps that it leaves empty', () => {
  const nested = 'http:\n  - name: a\n    test:\n      expr: "true"\n'
  expect(setInYaml(nested, ['http', 0, 'test', 'expr'], undefined)).toBe('http:\n  - name: a\n')
})

const odd = `# of the team
schedule:   "@every 30s"   # often


http:
    - name:  home   # the front page
      url: https://a.example/
      headers: [ {name: A,value: b} ]
      body: >-
          one
          two

    # second
    - url:  https://b.example/
      name: again
`

const at = (...path: (string | number)[]) => ['http', ...path]

test('touches only the lines of the edited entry, however the others are formatted', () => {
  expect(setInYaml(odd, ['schedule'], '@every 1m')).toBe(
    odd.replace(/schedule: {3}"@every 30s"/, 'schedule: "@every 1m"'),
  )
  expect(setInYaml(odd, at(0, 'name'), 'start')).toBe(odd.replace('name:  home ', 'name: start '))
  expect(setInYaml(odd, at(0, 'headers', 0, 'value'), 'c, d')).toBe(odd.replace('value: b', 'value: "c, d"'))
  expect(setInYaml(odd, at(0, 'url'), undefined)).toBe(odd.replace('      url: https://a.example/\n', ''))
  expect(setInYaml(odd, at(1, 'method'), 'POST')).toBe(`${odd}      method: POST\n`)
  expect(setInYaml(odd, at(1, 'body'), 'a\nb\n')).toBe(`${odd}      body: |\n        a\n        b\n`)
  expect(setInYaml(odd, at(0, 'body'), 'one two three')).toBe(
    odd.replace('>-\n          one\n          two', '>-\n        one two three'),
  )
  expect(setInYaml(odd, at(2), { name: 'third' })).toBe(`${odd}    - name: third\n`)
  expect(setInYaml(odd, at(1), undefined)).not.toContain('again')
  expect(setInYaml(odd, at(1), undefined)).toContain('- name:  home   # the front page')
})

test('leaves a text that does not parse unchanged', () => {
  expect(setInYaml('a: [', ['b'], 1)).toBe('a: [')
})

const word = fc.string({ maxLength: 12 })
const key = fc.stringMatching(/^[a-z][a-zA-Z]{0,8}$/)
const scalar = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null))
const tree = fc.letrec<{ value: unknown; map: Record<string, unknown> }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, scalar, fc.array(tie('value'), { maxLength: 3 }), tie('map')),
  map: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
}))

test('changing one field of any document changes only that field and keeps every comment', () => {
  const commented = tree.map.map((value) => `# above\n${writeYaml({ zz: 1, ...value })}# below\n`)
  fc.assert(
    fc.property(commented, key, scalar, (before, name, value) => {
      const after = setInYaml(before, [name], value)
      expect(parse(after)).toEqual({ ...(parse(before) as object), [name]: value })
      expect(after).toContain('# above')
      expect(after).toContain('# below')
    }),
    { numRuns: 300 },
  )
})

test('setting and removing a field restores the document', () => {
  fc.assert(
    fc.property(tree.map, scalar, (value, typed) => {
      const before = writeYaml({ first: 1, ...value })
      const after = setInYaml(setInYaml(before, ['addedField'], typed), ['addedField'], undefined)
      expect(parse(after)).toEqual(parse(before))
    }),
  )
})
