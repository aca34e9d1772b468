import { expect, test } from 'vitest'
import { redirects, routes } from '#client/lib/address/routes.ts'
import { entryPages } from './entry-pages.ts'
import { navigation } from './navigation.ts'
import { pages } from './pages.tsx'

/** Mirrors the router: the first matching pattern wins. */
const findPage = (address: string) => {
  const fits = (pattern: string) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(address)
  return pages.find(({ path }) => fits(path))?.path
}

const contested: readonly (readonly [address: string, pattern: string])[] = [
  ['/playbooks/runs', routes.playbookRuns],
  ['/catalog/changes', routes.catalogChanges],
  ['/catalog/insights', routes.catalogInsights],
  ['/catalog/scrapers', routes.scrapers],
  ['/settings/integrations', routes.integrations],
]

test.each(contested)('%s is the page %s and not one of a parameter', (address, pattern) => {
  expect(findPage(address)).toBe(pattern)
})

test('every entry of the navigation leads to a page', () => {
  const { areas, settings, letterShortcuts } = navigation
  expect([...areas, ...settings, ...letterShortcuts].filter(({ href }) => findPage(href) === undefined)).toEqual([])
})

test('every entry of the navigation needs a permission, and a feature flag hides it [SHELL-50,SHELL-51]', () => {
  const open = [...navigation.areas, ...navigation.settings].filter(
    ({ feature, resource }) => feature === undefined || resource === undefined,
  )
  expect(open).toEqual([])
})

test('a flag that hides an entry disables its page too, except the feature flags page', () => {
  const hidden = [...navigation.areas, ...navigation.settings].filter(
    ({ href, feature }) => pages.find(({ path }) => path === href)?.gate?.feature !== feature,
  )
  expect(hidden.map(({ name }) => name)).toEqual(['Feature Flags'])
})

test('each area of the sidebar has a letter, no two the same', () => {
  expect(navigation.letterShortcuts.map(({ letter, name }) => `${letter} ${name}`)).toEqual([
    't Dashboard',
    'h Health',
    'i Incidents',
    'c Catalog',
    'l Logs',
    'p Playbooks',
  ])
})

test('every redirect leads to a page', () => {
  const targets = redirects.map(({ to }) => to.replace('*', 'rules'))
  expect(targets.filter((target) => findPage(target) === undefined)).toEqual([])
})

test('every route has a page, except home and the error and status pages', () => {
  const without = new Set<string>([routes.home, routes.error, routes.statusPage])
  const paths = new Set([...pages, ...entryPages].map(({ path }) => path))
  expect(Object.values(routes).filter((route) => !without.has(route) && !paths.has(route))).toEqual([])
})
