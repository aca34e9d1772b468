import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { demandYamlDepth } from './yaml-depth.ts'

test.each(['['.repeat(20_000), '{a: '.repeat(20_000), '- '.repeat(5_000), '? '.repeat(5_000)])(
  'rejects deep nesting %#',
  (text) => {
    expect(() => demandYamlDepth(text)).toThrow('The YAML is nested more than 100 levels deep.')
  },
)

test('returns a text that can be composed', () => {
  const text = `${'['.repeat(90)}${']'.repeat(90)}`
  expect(parse(demandYamlDepth(text))).toBeDefined()
})
