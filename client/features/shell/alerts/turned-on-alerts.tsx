import { lazy, Suspense } from 'react'
import { usePreferences } from '#client/lib/browser/preferences.ts'

const Alerts = lazy(async () => ({ default: (await import('./alerts.tsx')).Alerts }))

export function TurnedOnAlerts() {
  const isOn = usePreferences(({ playsSound, showsNotifications }) => playsSound || showsNotifications)
  return isOn ? (
    <Suspense>
      <Alerts />
    </Suspense>
  ) : null
}
