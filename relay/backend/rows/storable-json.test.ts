import { expect, test } from 'vitest'
import { canonicalJson, storableJson } from './storable-json.ts'

test('replaces only what PostgreSQL cannot store', () => {
  expect(JSON.parse(storableJson({ a: 'x\0y', b: '\ud83d', c: '😀', d: '\\u0000', e: '\\' }))).toEqual({
    a: 'x\ufffdy',
    b: '\ufffd',
    c: '😀',
    d: '\\u0000',
    e: '\\',
  })
})

test('equal values have equal text', () => {
  expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: undefined })).toBe(canonicalJson({ b: [{ c: 2, d: 1 }] }))
})
