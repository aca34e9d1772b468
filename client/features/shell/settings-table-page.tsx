import { isSettingsTable, settingsTables } from '#shared/settings/settings-tables.ts'
import { ComingPage } from './coming-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** A table of managed resources; a table that the console does not manage is not found. */
export function SettingsTablePage({ table }: { readonly table: string }) {
  if (!isSettingsTable(table)) return <NotFoundPage what={`No settings table is called "${table}".`} />
  return <ComingPage title={settingsTables[table].title} />
}
