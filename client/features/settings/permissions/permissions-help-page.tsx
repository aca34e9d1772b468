import { routes } from '#client/lib/address/routes.ts'
import { Page } from '#client/ui/layout/page.tsx'

const crumbs = [
  { label: 'Docs', href: routes.docs },
  { label: 'Permissions', href: routes.permissions },
]

/** How permissions work, for whoever writes one. */
export function PermissionsHelpPage() {
  return (
    <Page title="How permissions work" crumbs={crumbs}>
      <article className="docs">
        <h2>What decides</h2>
        <p>
          A role says what somebody may read and write. A permission adds to it or, as a deny, takes away, for one team,
          person or notification. A deny wins over every role and every grant, also an administrator’s.
        </p>
        <h2>What it is on</h2>
        <p>
          Global speaks of everything of a kind, such as canaries or playbooks. Catalog, Component, Connection and
          Playbook name one thing. A selector is a JSON object of lists: every kind in it must match, and of each list
          one entry.{' '}
          <code>{'{"playbooks": [{"name": "scale-*"}], "configs": [{"tagSelector": "env=production"}]}'}</code> with{' '}
          <code>playbook:run</code> lets those playbooks be run on what is tagged so. An entry may say id, name,
          namespace, types, statuses, health, agent, tagSelector and labelSelector.
        </p>
        <h2>How long</h2>
        <p>
          A permission with an expiry ends by itself at that moment. It counts from the moment it is saved, in every
          open tab.
        </p>
        <h2>Who may write them</h2>
        <p>
          Whoever has write on permissions. Accounts and roles are changed by the role admin alone: no permission grants
          that.
        </p>
      </article>
    </Page>
  )
}
