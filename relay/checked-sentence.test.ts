import { expect, test } from 'vitest'
import { checkedSentence } from './checked-sentence.ts'

const bodyOf = (...names: string[]) =>
  JSON.stringify({ checks_summary: names.map((name) => ({ id: name, canary_id: 'c', name, type: 'http' })) })

test.each([
  [bodyOf('home page', 'database'), 'checking home page, database'],
  [bodyOf('a', 'b', 'c', 'd', 'e', 'f', 'g'), 'checking a, b, c, d, e and 2 more'],
  [bodyOf(), 'nothing is being checked yet: put canary documents into RESOURCES_DIR'],
  ['{"error":"no"', 'what is being checked cannot be told yet'],
])('%s reads as: %s', (body, sentence) => {
  expect(checkedSentence(body)).toBe(sentence)
})
