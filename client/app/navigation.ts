import type { Navigation, NavigationEntry } from '#client/features/shell/navigation.ts'
import type { OfferedPage } from './page-entry.ts'
import { pages } from './pages.tsx'

const toEntry = <Own extends Partial<NavigationEntry>>({ path, title, gate }: OfferedPage, own: Own) => ({
  name: title,
  href: path,
  feature: gate?.feature,
  resource: gate?.resource,
  ...own,
})

const offered = pages.filter((page) => page.title !== undefined)

export const navigation: Navigation = {
  areas: offered.flatMap((page) => (page.area === undefined ? [] : [toEntry(page, page.area)])),
  settings: offered
    .flatMap((page) => (page.settings ?? []).map((entry) => toEntry(page, entry)))
    .toSorted((a, b) => a.name.localeCompare(b.name)),
  letterShortcuts: offered.flatMap(({ letter, title, path }) =>
    letter === undefined ? [] : [{ letter, name: title, href: path }],
  ),
}
