import type { TableWith } from '#shared/resources/resource-kinds.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'

type EditedTable = TableWith<'hasEditor'>

const ownPages: Readonly<Record<Exclude<EditedTable, TableWith<'settingsFeature'>>, string>> = {
  config_scrapers: routes.scraper,
  notifications: routes.notificationRule,
  playbooks: routes.playbook,
}
const ownPage = new Map(Object.entries(ownPages))

export const resourceHref = (table: EditedTable, id: string): string =>
  linkTo(ownPage.get(table) ?? routes.settingsRow, { table, id })
