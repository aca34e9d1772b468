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
import { silencesOfKey, silenceThing, type QuickEnd, type Silenceable } from './silences-of.ts'

interface SilenceProps {
  readonly thing: Silenceable
}

/** The part of a menu of a thing that silences it. */
export function SilenceItems({ thing }: SilenceProps) {
  const { allowed, reason } = useAllowed('create', 'notifications', { object: 'notification' })
  return (
    <MenuItem icon={<NotificationsSnooze />} text="Silence" disabled={!allowed} title={reason}>
      <SilenceChoices thing={thing} />
    </MenuItem>
  )
}

/** For how long a thing can be silenced at once: an hour, until morning, until it recovers; or by the form. */
export function SilenceChoices({ thing }: SilenceProps) {
  const [, navigate] = useLocation()
  const client = useQueryClient()
  const zone = usePreferences(({ timeZone }) => resolveZone(timeZone))
  const { mutate } = useMutation({
    mutationFn: ({ end }: { readonly end: QuickEnd; readonly words: string }) => silenceThing(thing, end),
    onSuccess: (_, { words }) => {
      showToast('success', `${thing.name} is silenced ${words}`)
      void client.invalidateQueries({ queryKey: silencesOfKey })
    },
    onError: (error) => showToast('error', `${thing.name} is not silenced: ${error.message}`),
  })
  return (
    <>
      <MenuItem text="For 1 hour" onClick={() => mutate({ end: { until: 'now+1h' }, words: 'for 1 hour' })} />
      <MenuItem
        text="Until morning (08:00)"
        onClick={() => mutate({ end: { until: nextMorning(serverNow(), zone).toISOString() }, words: 'until morning' })}
      />
      <MenuItem
        text="Until it recovers"
        onClick={() => mutate({ end: { until_recovers: true }, words: 'until it recovers' })}
      />
      <MenuItem
        text="Other…"
        onClick={() =>
          navigate(`${routes.silenceAdd}?${new URLSearchParams({ [`${thing.kind}_id`]: thing.id }).toString()}`)
        }
      />
    </>
  )
}
