import { isSettingsTable, settingsTables } from '#shared/settings/settings-tables.ts'
import { routes } from '#client/lib/routes.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { PlaceholderPage } from './placeholder-page.tsx'

const meanwhile = [
  { label: 'All settings', href: routes.settings },
  { label: 'Open health', href: routes.health },
]

interface SettingsTablePageProps {
  readonly table: string
  readonly id?: string
}

/** A table of managed resources, or one of its rows; a table that the console does not manage is not found. */
export function SettingsTablePage({ table, id }: SettingsTablePageProps) {
  if (!isSettingsTable(table)) return <NotFoundPage what={`No settings table is called "${table}".`} />
  const { title } = settingsTables[table]
  return id === undefined ? (
    <PlaceholderPage
      title={title}
      will="the managed resources with their source, schedule and last job."
      meanwhile={meanwhile}
    />
  ) : (
    <PlaceholderPage
      title={`${title}: one resource`}
      will="its specification and its job history."
      meanwhile={meanwhile}
    />
  )
}
