import { Link } from 'wouter'
import { RejectedDocuments } from '#client/domain/documents/rejected-documents.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { useNavigation } from './use-navigation.ts'
import { SettingsState } from './settings-state.tsx'
import './settings-page.css'

export function SettingsPage() {
  const entries = useNavigation()?.settings
  return (
    <Page title="Settings">
      <RejectedDocuments />
      {entries?.length === 0 ? (
        <EmptyState title="No settings to show">
          <p>The roles viewer and guest cannot see settings. An admin can grant another role.</p>
        </EmptyState>
      ) : (
        <ul className="settings-list">
          {entries?.map(({ name, href }) => (
            <li key={href}>
              <Link href={href}>{name}</Link>
              <SettingsState href={href} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}
