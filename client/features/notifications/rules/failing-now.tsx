import { Checkbox } from '@blueprintjs/core'
import { useMutation } from '@tanstack/react-query'
import type { RulePreview } from '#shared/notifications/rule-preview-route.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { notifyFailing } from './rules-api.ts'

const namesMax = 3

export interface FirstMessages {
  readonly isWanted: boolean
  readonly onChange: (isWanted: boolean) => void
}

interface FailingNowProps {
  readonly failing: RulePreview['failing_now']
  /** Null for a new rule. */
  readonly savedId: string | null
  readonly first: FirstMessages
}

export function FailingNow({ failing, savedId, first }: FailingNowProps) {
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: notifyFailing,
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
          ? 'The rule sends nothing for these until they fail again, unless you notify once.'
          : 'The saved rule sends nothing for these until they fail again, or until you notify once.'}{' '}
        {savedId === null ? (
          <Checkbox
            label="Notify once for these when saving"
            checked={first.isWanted}
            onChange={(event) => first.onChange(event.currentTarget.checked)}
          />
        ) : null}
        <span role="status">
          {data === undefined ? '' : `${formatCount(data.events, 'event')} queued for this rule.`}
        </span>
      </Callout>
      {error === null ? null : <ErrorPanel error={error} detailsHidden />}
    </section>
  )
}
