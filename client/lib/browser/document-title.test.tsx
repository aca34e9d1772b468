import { expect, test } from 'vitest'
import { documentTitle, setDocumentTitle, setFailingChecks } from './document-title.ts'

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

test('failing checks come first', () => {
  expect(documentTitle('Health', 'identity', 3)).toBe('(3) Health | Quarterdeck')
})

const findIcon = () => document.querySelector('link')?.getAttribute('href')

test('failing checks stay in the title and the icon when the page changes, until there are none', () => {
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg">'
  setFailingChecks(2)
  setDocumentTitle('Logs')
  expect([document.title, findIcon()]).toEqual(['(2) Logs', '/favicon-failing.svg'])
  setFailingChecks(0)
  expect([document.title, findIcon()]).toEqual(['Logs', '/favicon.svg'])
})
