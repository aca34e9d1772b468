import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { writeYaml } from './write-yaml.ts'

const word = fc.string({ maxLength: 12 })
const key = fc.stringMatching(/^[a-z][a-zA-Z]{0,8}$/)
const scalar = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null))
const tree = fc.letrec<{ value: unknown; map: Record<string, unknown> }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, scalar, fc.array(tie('value'), { maxLength: 3 }), tie('map')),
  map: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
}))

test('any value survives a round trip through YAML', () => {
  fc.assert(
    fc.property(tree.map, (value) => {
      expect(parse(writeYaml(value))).toEqual(value)
    }),
  )
})
