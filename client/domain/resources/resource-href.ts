import type { TableWith } from '#shared/resources/resource-kinds.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'

type EditedTable = TableWith<'hasEditor'>

interface Pages {
  readonly list: string
  readonly row: string
}

const ownPages: Readonly<Record<Exclude<EditedTable, TableWith<'settingsFeature'>>, Pages>> = {
  config_scrapers: { list: routes.scrapers, row: routes.scraper },
  notifications: { list: routes.notificationRules, row: routes.notificationRule },
  playbooks: { list: routes.playbooks, row: routes.playbook },
}
const pages: ReadonlyMap<string, Pages> = new Map([
  ...Object.entries(ownPages),
  ['logging_backends', { list: routes.logBackends, row: routes.settingsRow }],
])
const settingsPages: Pages = { list: routes.settingsTable, row: routes.settingsRow }

const findPages = (table: EditedTable): Pages => pages.get(table) ?? settingsPages

export const resourceHref = (table: EditedTable, id: string): string => linkTo(findPages(table).row, { table, id })

export const resourceListHref = (table: EditedTable): string => linkTo(findPages(table).list, { table })
