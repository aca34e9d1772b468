import { expect, test } from 'vitest'
import { createPreloadedPages } from './preloaded-pages.ts'

const html = '<html><head></head></html>'
const withScripts = (...scripts: readonly string[]) =>
  `<html><head>${scripts.map((script) => `<link rel="modulepreload" crossorigin href="/${script}">`).join('')}</head></html>`

test('each page preloads its own scripts; an unlisted page preloads none', () => {
  const findPage = createPreloadedPages(html, {
    '/health': ['assets/health.js', 'assets/table.js'],
    '/incidents': ['assets/incidents.js'],
    '/incidents/:id': ['assets/incident.js'],
  })
  expect(
    ['/health', '/incidents', '/incidents/1', '/incidents/1/more', '/healthy', '/'].map((path) => findPage(path)),
  ).toEqual([
    withScripts('assets/health.js', 'assets/table.js'),
    withScripts('assets/incidents.js'),
    withScripts('assets/incident.js'),
    html,
    html,
    html,
  ])
})
