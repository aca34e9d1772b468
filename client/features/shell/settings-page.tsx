import { Link } from 'wouter'
import { RejectedDocuments } from '#client/domain/documents/rejected-documents.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { groupSettings } from './settings-groups.ts'
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
        <div className="settings-groups">
          {groupSettings(entries ?? []).map((group) => (
            <section key={group.title} aria-label={group.title}>
              <h2>{group.title}</h2>
              <ul>
                {group.entries.map(({ name, href, description }) => (
                  <li key={href} className="settings-card">
                    <Link href={href}>{name}</Link>
                    <p className="dim">{description}</p>
                    <SettingsState href={href} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </Page>
  )
}
