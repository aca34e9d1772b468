import { describe, expect, test } from 'vitest'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { readTransformed } from './transformed-result.ts'

const read = (output: unknown) => {
  const result = readTransformed(new Mask(), output)
  if (!result.ok) return result.message
  const { results, own } = result.value
  return [...results, ...own].map(({ name, pass, invalid }) => ({ name, pass, invalid }))
}

describe('a result of a transform', () => {
  test('with a name that is too long keeps its beginning', () => {
    const output = [{ name: 'a' }, { name: `${'b'.repeat(499)}\u{1f600}` }]
    expect(read(output)).toMatchObject([{ name: 'a' }, { name: `${'b'.repeat(499)}\ufffd` }])
  })

  test.each([
    [[{ name: 'a' }], { name: 'a', pass: true, invalid: false }],
    [[{ name: 7, error: '' }], { name: '7', pass: true, invalid: false }],
    [[{ name: 'a', error: 'down' }], { name: 'a', pass: false, invalid: false }],
    [[{ name: 'a', labels: { b: 1 }, severity: 'low' }], { name: 'a', pass: true, invalid: false }],
    [[{ name: 'a', invalid: true, pass: true }], { name: 'a', pass: false, invalid: true }],
    [[{ name: 'a', status: 'down' }], { name: 'a', pass: false, invalid: true }],
    [[{ name: 'a', passed: false }], { name: 'a', pass: false, invalid: true }],
    [[{ name: 'a', status: 'down', pass: true }], { name: 'a', pass: true, invalid: false }],
    [{ invalid: true }, { name: undefined, pass: false, invalid: true }],
    [{ message: 'seen' }, { name: undefined, pass: undefined, invalid: false }],
  ])('%j is read as %j', (output, expected) => {
    expect(read(output)).toEqual([expected])
  })

  const notResults = 'transform: must return a list of results, each with a name.'
  test.each([null, 7, '""', [null], [[{ name: 'a' }]], {}, { a: { name: 'b' } }])('%j is rejected', (output) => {
    expect(read(output)).toBe(notResults)
  })

  test.each<readonly [unknown, string]>([
    [[{ name: 'a' }, { name: 'b', pass: 'false' }], 'transform: result 2: pass: '],
    [[{ name: ' \u200b' }], 'transform: result 1: name: must not be empty.'],
    [[{ name: 'a', metrics: 'x' }], 'transform: result 1: metrics: '],
    ['down', 'transform: must return JSON.'],
  ])('%j is rejected: %s', (output, message) => {
    expect(read(output)).toContain(message)
  })

  test('has no negative duration', () => {
    const result = readTransformed(new Mask(), [{ name: 'a', duration: -5 }])
    expect(result).toMatchObject({ ok: true, value: { results: [{ durationMs: null }] } })
  })
})
