import { Bookmark, Desktop, Manual, People, Plus, Settings } from '@blueprintjs/icons'
import { use } from 'react'
import type { Resource } from '#shared/access/resources.ts'
import { resourceKinds, type TableWith } from '#shared/resources/resource-kinds.ts'
import { useAllows } from '#client/api/session/use-allows.ts'
import { resourceHref, resourceListHref } from '#client/domain/resources/resource-href.ts'
import { useViews, useWalls } from '#client/domain/views/views-api.ts'
import { wallHref } from '#client/domain/walls/wall-href.ts'
import { NavigationContext } from '#client/features/shell/navigation.ts'
import { useNavigation } from '#client/features/shell/use-navigation.ts'
import { routes } from '#client/lib/address/routes.ts'
import { viewHref } from '#client/lib/address/view-address.ts'
import type { PaletteRow } from './palette-row.ts'

interface Form {
  readonly name: string
  readonly href: string
  readonly page: string
  readonly resource: Resource
}

const toForm = (table: TableWith<'hasEditor'>, name: string): Form => ({
  name,
  href: resourceHref(table, 'new'),
  page: resourceListHref(table),
  resource: resourceKinds[table].resource,
})

const forms: readonly Form[] = [
  toForm('canaries', 'Add health check'),
  toForm('playbooks', 'Add playbook'),
  toForm('config_scrapers', 'Add catalog scraper'),
  toForm('topologies', 'Add topology'),
  toForm('notifications', 'Add notification rule'),
  { name: 'Add silence', href: routes.silenceAdd, page: routes.notifications, resource: 'notifications' },
]

interface Places {
  /** Pages of the sidebar, in its order. */
  readonly areas: readonly PaletteRow[]
  /** Everything else that has an address: settings, saved views, forms, documentation. */
  readonly others: readonly PaletteRow[]
  /** Addresses of the pages that this person may read. */
  readonly readable: ReadonlySet<string>
}

const toPlace = (name: string, href: string, icon: React.ReactNode, detail = ''): PaletteRow => ({
  key: `place/${href}`,
  name,
  detail,
  icon,
  target: { href },
  hit: null,
})

export const usePlaces = (): Places => {
  const { areas = [], settings = [] } = useNavigation() ?? {}
  const { letterShortcuts } = use(NavigationContext)
  const views = useViews() ?? []
  const walls = useWalls() ?? []
  const allows = useAllows()
  const notifications = allows('notifications', 'read')
    ? [
        toPlace('Notifications', routes.notifications, <Settings size={14} />),
        toPlace('My notifications', routes.notificationMine, <Settings size={14} />, 'Notifications'),
        toPlace('Silences', routes.silences, <Settings size={14} />, 'Notifications'),
        toPlace('Why was I notified?', routes.notificationWhy, <Settings size={14} />, 'Notifications'),
      ]
    : []
  const readable = new Set([...areas, ...settings].map(({ href }) => href))
  if (notifications.length > 0) readable.add(routes.notifications)
  const toKeys = (href: string) => {
    const letter = letterShortcuts.find((shortcut) => shortcut.href === href)?.letter
    return letter === undefined ? '' : `G then ${letter.toUpperCase()}`
  }
  return {
    areas: areas.map(({ name, href, icon: Icon }) => toPlace(name, href, <Icon size={14} />, toKeys(href))),
    others: [
      ...views.map((view) =>
        toPlace(view.name, viewHref(view), view.isShared ? <People size={14} /> : <Bookmark size={14} />, 'View'),
      ),
      ...walls.map(({ name }) => toPlace(name, wallHref(name), <Desktop size={14} />, 'Wall')),
      ...(readable.has(routes.playbooks) ? [toPlace('Playbook runs', routes.playbookRuns, <Manual size={14} />)] : []),
      ...notifications,
      ...settings.map(({ name, href }) => toPlace(name, href, <Settings size={14} />, 'Settings')),
      ...forms
        .filter(({ page, resource }) => readable.has(page) && allows(resource, 'write'))
        .map(({ name, href }) => toPlace(name, href, <Plus size={14} />)),
      toPlace('Documentation', routes.docs, <Manual size={14} />),
    ],
    readable,
  }
}
