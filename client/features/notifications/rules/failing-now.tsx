import { useMutation } from '@tanstack/react-query'
import { notifyFailingRoute, type RulePreview } from '#shared/notifications/rule-preview-route.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { call } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'

const namesMax = 8

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
  const names = failing.slice(0, namesMax).map(({ resource }) => resource.name)
  const rest = failing.length - names.length
  return (
    <section aria-label="Failing now">
      <Callout
        tone="info"
        title={`${formatCount(failing.length, 'resource that matches', 'resources that match')} already ${failing.length === 1 ? 'fails' : 'fail'}`}
        actions={
          savedId === null ? undefined : (
            <Button small busy={isPending} onClick={() => mutate(savedId)}>
              Notify now
            </Button>
          )
        }
      >
        {names.join(', ')}
        {rest > 0 ? ` and ${formatCount(rest)} more` : ''}. A rule reports changes of state, so it sends nothing for
        these until they fail again.{' '}
        {savedId === null
          ? 'Save the rule, then open it to notify of them once.'
          : 'Notify now sends the saved rule’s message for them once; silences, wait times and repeat intervals apply.'}
        <span role="status">
          {data === undefined ? '' : ` ${formatCount(data.events, 'event')} queued for this rule.`}
        </span>
      </Callout>
      {error === null ? null : <ErrorPanel error={error} detailsHidden />}
    </section>
  )
}
