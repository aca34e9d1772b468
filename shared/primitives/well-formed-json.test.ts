import { expect, test } from 'vitest'
import { toWellFormedJson } from './well-formed-json.ts'

test.each([
  [String.raw`"a\ud800b"`, 'a\ufffdb'],
  [String.raw`"\uDC00\uD83D\uDE00"`, '\ufffd😀'],
  [String.raw`"\ud83d\ud83d\ude00"`, '\ufffd😀'],
  [String.raw`"\\ud800"`, String.raw`\ud800`],
  [String.raw`"\\\ud800"`, '\\\ufffd'],
  [String.raw`"\ud800\n\u00e9\""`, '\ufffd\né"'],
])('replaces only halves of characters in %s', (json, text) => {
  expect(JSON.parse(toWellFormedJson(json))).toBe(text)
  expect(encodeURIComponent(text)).toBeTruthy()
})
