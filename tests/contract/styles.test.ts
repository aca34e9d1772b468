import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../client/', import.meta.url))
const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'))

const withoutComments = (css: string) => css.replaceAll(/\/\*[^]*?\*\//g, '')
const listSelectors = (css: string): string[] =>
  [...withoutComments(css).matchAll(/(?:^|[{};])\s*([^{};@]+)\{/g)].flatMap(([, selectors = '']) =>
    selectors.split(/,(?![^(]*\))/).map((selector) => selector.trim()),
  )
const listClasses = (css: string) =>
  listSelectors(css).flatMap((selector) => (/^\.[\w-]+$/.test(selector) ? [selector] : []))
const listKeyframes = (css: string) =>
  [...withoutComments(css).matchAll(/@keyframes\s+[\w-]+/g)].map(([keyframes]) => keyframes)

test('a class and an animation have one style sheet: those of other pages stay in force once they were loaded', () => {
  const owners = new Map<string, Set<string>>()
  for (const path of sheets) {
    const css = readFileSync(`${root}${path}`, 'utf8')
    for (const name of [...listClasses(css), ...listKeyframes(css)])
      owners.set(name, (owners.get(name) ?? new Set()).add(path))
  }
  expect(owners.size).toBeGreaterThan(500)
  expect([...owners].flatMap(([name, paths]) => (paths.size > 1 ? [`${name}: ${[...paths].join(', ')}`] : []))).toEqual(
    [],
  )
})
