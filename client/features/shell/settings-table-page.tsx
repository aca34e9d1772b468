import { isSettingsTable, settingsTables } from '#shared/settings/settings-tables.ts'
import { routes } from '#client/lib/address/routes.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { PlaceholderPage } from './placeholder-page.tsx'

const meanwhile = [
  { label: 'All settings', href: routes.settings },
  { label: 'Open health', href: routes.health },
]

/** A table of managed resources; a table that the console does not manage is not found. */
export function SettingsTablePage({ table }: { readonly table: string }) {
  if (!isSettingsTable(table)) return <NotFoundPage what={`No settings table is called "${table}".`} />
  return (
    <PlaceholderPage
      title={settingsTables[table].title}
      will="the managed resources with their source, schedule and last job."
      meanwhile={meanwhile}
    />
  )
}
