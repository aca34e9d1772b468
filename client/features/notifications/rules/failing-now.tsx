import { useMutation } from '@tanstack/react-query'
import { notifyFailingRoute, type RulePreview } from '#shared/notifications/rule-preview-route.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { call } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'

const namesMax = 3

interface FailingNowProps {
  readonly failing: RulePreview['failing_now']
  /** Null for a new rule. */
  readonly savedId: string | null
}

export function FailingNow({ failing, savedId }: FailingNowProps) {
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: (id: string) => call(notifyFailingRoute, { params: { id } }),
  })
  if (failing.length === 0) return null
  const names = failing.map(({ resource }) => resource.name)
  const rest = failing.length - namesMax
  return (
    <section aria-label="Failing now">
      <Callout
        tone="info"
        title={formatCount(failing.length, 'matching resource already fails', 'matching resources already fail')}
        actions={
          savedId === null ? undefined : (
            <Button small busy={isPending} onClick={() => mutate(savedId)}>
              Notify now
            </Button>
          )
        }
      >
        <div className="failing-names" title={names.join(', ')}>
          <span className="cut">{names.slice(0, namesMax).join(', ')}</span>
          {rest > 0 ? <span> and {formatCount(rest)} more</span> : null}
        </div>
        {savedId === null
          ? 'The rule sends nothing for these until they fail again, or until you notify once after saving.'
          : 'The saved rule sends nothing for these until they fail again, or until you notify once.'}{' '}
        <span role="status">
          {data === undefined ? '' : `${formatCount(data.events, 'event')} queued for this rule.`}
        </span>
      </Callout>
      {error === null ? null : <ErrorPanel error={error} detailsHidden />}
    </section>
  )
}
