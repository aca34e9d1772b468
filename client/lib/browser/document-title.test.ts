import { expect, test } from 'vitest'
import { documentTitle } from './document-title.ts'

test('the title ends with the product’s name, except in standalone mode', () => {
  expect([
    documentTitle('Health', 'identity'),
    documentTitle('Health', 'hosted'),
    documentTitle('Health', 'standalone'),
  ]).toEqual(['Health | Quarterdeck', 'Health | Quarterdeck', 'Health'])
})

test('the title is the product’s name while the page is unknown', () => {
  expect([documentTitle(undefined, 'identity'), documentTitle(undefined, 'standalone')]).toEqual([
    'Quarterdeck',
    'Quarterdeck',
  ])
})
