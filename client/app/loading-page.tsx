import { matchRoute, useLocation, useRouter } from 'wouter'
import { homes, routes } from '#client/lib/address/routes.ts'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import type { PageEntry } from './page-entry.ts'
import { pages } from './pages.tsx'

const isHome: (path: string) => boolean = (path) => homes.some((home) => home === path)

const getTitle = ({ loadingTitle, title, form }: PageEntry) => loadingTitle ?? title ?? form

const findParent = ({ path }: PageEntry) => {
  const parentPath = path.startsWith(`${routes.settings}/`) ? routes.settings : path.split('/:')[0]
  return parentPath === path ? undefined : pages.find((page) => page.path === parentPath)
}

const findCrumbs = (entry: PageEntry) => {
  const parent = findParent(entry)
  const label = parent && getTitle(parent)
  return parent && label !== undefined ? [{ label, href: parent.path }] : undefined
}

export function LoadingPage() {
  const { parser } = useRouter()
  const [location] = useLocation()
  const address = isHome(location) ? routes.topology : location
  const entry = pages.find(({ path }) => matchRoute(parser, path, address)[0])
  const title = entry && getTitle(entry)
  return (
    <Page title={title} crumbs={entry && findCrumbs(entry)}>
      <SkeletonRows />
    </Page>
  )
}
