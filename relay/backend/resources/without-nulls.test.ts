import { expect, test } from 'vitest'
import { withoutNulls } from './without-nulls.ts'

test.each([
  [null, null],
  [
    { a: null, b: 0, c: '', d: false },
    { b: 0, c: '', d: false },
  ],
  [{ http: [{ name: null, url: 'a', test: { expr: null } }, null] }, { http: [{ url: 'a', test: {} }, null] }],
  [
    { labels: { a: null, b: 1 }, tags: [{ name: 'a', value: null }] },
    { labels: { a: '', b: 1 }, tags: [{ name: 'a' }] },
  ],
  [{ labels: null }, {}],
])('%j is read as %j', (written, read) => {
  expect(withoutNulls(written)).toEqual(read)
})
