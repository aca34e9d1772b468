import { expect, test } from 'vitest'
import { startupSummary } from './startup-summary.ts'

const createBody = (...names: string[]) =>
  JSON.stringify({ checks_summary: names.map((name) => ({ id: name, canary_id: 'c', name, type: 'http' })) })

test.each([
  [createBody('home page', 'database'), 'checking home page, database'],
  [createBody('a', 'b', 'c', 'd', 'e', 'f', 'g'), 'checking a, b, c, d, e and 2 more'],
  [createBody(), 'no checks yet: put canary documents into RESOURCES_DIR'],
  ['{"error":"no"', 'no check summary available yet'],
])('%s is summarized as: %s', (body, expected) => {
  expect(startupSummary(body)).toBe(expected)
})
