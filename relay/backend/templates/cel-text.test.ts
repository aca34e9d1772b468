import { expect, test } from 'vitest'
import { evaluate } from './template.ts'

const values = { name: '🔥 grün 🔥 ok', any: ['a', 'b'] }

test.each([
  ['name.indexOf("grün")', 2],
  ['name.indexOf("🔥", 1)', 7],
  ['name.indexOf("none")', -1],
  ['name.lastIndexOf("🔥")', 7],
  ['name.lastIndexOf("🔥", 6)', 0],
  ['name.substring(2, 6)', 'grün'],
  ['name.substring(9)', 'ok'],
  ['name.substring(name.indexOf("ok"))', 'ok'],
  ['name.charAt(0) + name.charAt(2)', '🔥g'],
  ['"a🔥b".split("")', ['a', '🔥', 'b']],
  ['"a,b,c".split(",", 2)', ['a', 'b,c']],
  ['"Ärger Öl".lowerAscii() + "straße ü".upperAscii()', 'Ärger ÖlSTRAßE ü'],
  ['any.indexOf("b")', 1],
  ['any.map(each, each.upperAscii())', ['A', 'B']],
  ['strings.split("a b", " ")', ['a', 'b']],
])('%s counts characters', async (expr, result) => {
  expect(await evaluate({ expr }, values, { owner: 'test' })).toEqual(result)
})

test.each(['"abc".substring(4)', '"abc".substring(2, 1)', '"abc".indexOf("a", 4)', '"abc".indexOf("a", -1)'])(
  '%s is out of range',
  async (expr) => {
    await expect(evaluate({ expr }, {}, { owner: 'test' })).rejects.toThrow(/out of range/)
  },
)

test.each([
  ['^1.2.0', '1.3.0-rc.1', false],
  ['>=1.20', 'v1.24.16-gke.500', false],
  ['>=1.20-0', 'v1.24.16-gke.500', true],
  ['*', '1.0.0-beta', false],
  ['!=1.0.0', '1.1.0-beta', false],
  ['1.2 - 1.4.5', '1.4.5', true],
  ['1.2 - 1.4.5', '1.5.0', false],
  ['1.2 - 1.4', '1.4.9', true],
  ['>11', '11.1.0', false],
  ['>11', '12.0.0', true],
  ['>11.1', '11.1.1', false],
  ['<=11', '11.9.0', true],
  ['<=11.1', '11.2.0', false],
  ['!=1.x', '1.4.0', false],
  ['>=1.2, <2', '1.10.0', true],
  ['~1.2.3-beta.2', '1.2.3-beta.4', true],
])('the constraint %s of version %s', async (constraint, version, isMet) => {
  const values = { constraint, version }
  expect(await evaluate({ expr: 'semverCompare(constraint, version)' }, values, { owner: 'test' })).toBe(isMet)
})
