import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSession } from '#client/api/session/whoami.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { nextMorning } from '#client/domain/notifications/next-morning.ts'
import {
  resourceSilencesKey,
  silenceResource,
  type QuickEnd,
  type Silenceable,
} from '#client/domain/notifications/resource-silences.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { resolveZone } from '#client/lib/time/format-time.ts'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'

interface Act {
  readonly end: QuickEnd
  readonly done: string
  readonly name?: string
}

export function MessageActs({ target }: { readonly target: Silenceable }) {
  const client = useQueryClient()
  const by = useSession()?.user.name ?? 'an unknown user'
  const zone = usePreferences(({ timeZone }) => resolveZone(timeZone))
  const { allowed, reason } = useAllowed('create', 'notifications', { object: 'notification' })
  const { mutate, isPending } = useMutation({
    mutationFn: ({ end, name }: Act) => silenceResource(target, end, name),
    onSuccess: (_, { done }) => {
      showToast('success', `${target.name} is ${done}`)
      void client.invalidateQueries({ queryKey: resourceSilencesKey })
    },
    onError: (error) => showToast('error', `Not changed: ${error.message}`),
  })
  const button = (label: string, act: Act, isPrimary = false) => (
    <Button
      {...(isPrimary && { look: 'primary' as const })}
      disabled={!allowed || isPending}
      disabledReason={reason}
      onClick={() => mutate(act)}
    >
      {label}
    </Button>
  )
  return (
    <div className="message-acts">
      {button(
        'Acknowledge',
        {
          end: { until_recovers: true },
          name: `${target.name} acknowledged by ${by}`,
          done: 'acknowledged: no messages until it recovers',
        },
        true,
      )}
      {button('Silence 1 hour', { end: { until: 'now+1h' }, done: 'silenced for 1 hour' })}
      {button('Silence until morning (08:00)', {
        end: { until: nextMorning(serverNow(), zone).toISOString() },
        done: 'silenced until morning',
      })}
    </div>
  )
}
