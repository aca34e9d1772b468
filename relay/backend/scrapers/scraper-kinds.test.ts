import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { scraperKinds } from './scraper-kinds.ts'

test('what a kind asks its service by is not loaded before a source of it is read', () => {
  expect(scraperKinds.here.map(({ key }) => key)).toContain('slack')
  const loaded = Object.keys(createRequire(import.meta.url).cache)
  expect(loaded.filter((path) => path.includes('/node_modules/@slack/'))).toEqual([])
})
