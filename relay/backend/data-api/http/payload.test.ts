import { expect, test } from 'vitest'
import { readRows } from './payload.ts'

const read = (body: string) => () => readRows('application/json', body, false)

test.each([
  [String.raw`{"name":"a\u0000"}`, 'name: '],
  [String.raw`[{"spec":{}},{"spec":{"http":[{"url":"\ud83d"}]}}]`, '[1].spec.http[0].url: '],
  [String.raw`{"labels":{"a\uDC00":"b"}}`, 'labels.a\ufffd: '],
])('rejects %s with the key of the text', (body, path) => {
  expect(read(body)).toThrow(`${path}must not contain U+0000 or half of a surrogate pair, which cannot be stored.`)
})

test.each([String.raw`{"name":"\ud83d\ude00"}`, String.raw`{"name":"\\u0000"}`])('accepts %s', (body) => {
  expect(read(body)().count).toBe(1)
})
