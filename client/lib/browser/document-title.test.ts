import { expect, test } from 'vitest'
import { documentTitle } from './document-title.ts'

test('the title ends with the product’s name where people sign in, and not in standalone mode', () => {
  expect([
    documentTitle('Health', 'identity'),
    documentTitle('Health', 'hosted'),
    documentTitle('Health', 'standalone'),
  ]).toEqual(['Health | Quarterdeck', 'Health | Quarterdeck', 'Health'])
})

test('while the page is not known the title is the product’s name', () => {
  expect([documentTitle(undefined, 'identity'), documentTitle(undefined, 'standalone')]).toEqual([
    'Quarterdeck',
    'Quarterdeck',
  ])
})
