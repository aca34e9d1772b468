import { useLocation } from 'wouter'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { routes } from '#client/lib/address/routes.ts'
import { Tabs } from '#client/ui/layout/tabs.tsx'

const silences = [
  { id: routes.silences, label: 'Silences' },
  { id: routes.notificationWhy, label: 'Why?' },
  ...(hasOwnBackend() ? [{ id: routes.notificationMine, label: 'Mine' }] : []),
]
const all = [
  { id: routes.notifications, label: 'Notifications' },
  { id: routes.notificationRules, label: 'Rules' },
  ...silences,
]

export function NotificationTabs({ selected }: { readonly selected: string }) {
  const [, navigate] = useLocation()
  const { allowed } = useAllowed('read', 'notifications', { object: 'database.monitor' })
  return (
    <Tabs
      label="Notifications"
      tabs={allowed ? all : silences}
      selected={selected}
      onSelect={(href) => navigate(href)}
    />
  )
}
