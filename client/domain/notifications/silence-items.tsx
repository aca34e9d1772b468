import { MenuItem } from '#client/ui/layout/menu.tsx'
import { NotificationsSnooze } from '@blueprintjs/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { routes } from '#client/lib/address/routes.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { resolveZone } from '#client/lib/time/format-time.ts'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { nextMorning } from './next-morning.ts'
import { resourceSilencesKey, silenceResource, type QuickEnd, type Silenceable } from './resource-silences.ts'

interface SilenceProps {
  readonly target: Silenceable
}

export function SilenceItems({ target }: SilenceProps) {
  const { allowed, reason } = useAllowed('create', 'notifications', { object: 'notification' })
  return (
    <MenuItem icon={<NotificationsSnooze />} text="Silence" disabled={!allowed} title={reason}>
      <SilenceChoices target={target} />
    </MenuItem>
  )
}

export function SilenceChoices({ target }: SilenceProps) {
  const [, navigate] = useLocation()
  const client = useQueryClient()
  const zone = usePreferences(({ timeZone }) => resolveZone(timeZone))
  const { mutate } = useMutation({
    mutationFn: ({ end }: { readonly end: QuickEnd; readonly label: string }) => silenceResource(target, end),
    onSuccess: (_, { label }) => {
      showToast('success', `${target.name} is silenced ${label}`)
      void client.invalidateQueries({ queryKey: resourceSilencesKey })
    },
    onError: (error) => showToast('error', `${target.name} was not silenced: ${error.message}`),
  })
  return (
    <>
      <MenuItem text="For 1 hour" onClick={() => mutate({ end: { until: 'now+1h' }, label: 'for 1 hour' })} />
      <MenuItem
        text="Until morning (08:00)"
        onClick={() => mutate({ end: { until: nextMorning(serverNow(), zone).toISOString() }, label: 'until morning' })}
      />
      <MenuItem
        text="Until it recovers"
        onClick={() => mutate({ end: { until_recovers: true }, label: 'until it recovers' })}
      />
      <MenuItem
        text="Other…"
        onClick={() =>
          navigate(`${routes.silenceAdd}?${new URLSearchParams({ [`${target.kind}_id`]: target.id }).toString()}`)
        }
      />
    </>
  )
}
