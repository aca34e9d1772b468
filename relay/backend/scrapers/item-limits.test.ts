import { expect, test } from 'vitest'
import type { ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import { findOversized } from './find-oversized.ts'

const item: Pick<ScrapedItem, 'type' | 'id' | 'name' | 'aliases'> = { type: 'Host', id: 'h1', name: 'one', aliases: [] }
const long = '\u4e16'.repeat(900)

test.each([
  [{}, undefined],
  [{ id: long }, 'id'],
  [{ name: long }, 'name'],
  [{ aliases: ['a', long] }, 'alias'],
])('%j', (more, part) => {
  const found = findOversized({ ...item, ...more })
  expect(found === undefined ? undefined : / its (\w+) is too long/.exec(found)?.[1]).toBe(part)
})
