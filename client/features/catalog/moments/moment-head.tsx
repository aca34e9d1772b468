import type { ItemSnapshot } from '#shared/catalog/as-of.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { StatusDot } from '#client/ui/status-dot.tsx'
import { TagList } from '#client/ui/tag-list.tsx'
import { ClockTime } from './clock-time.tsx'

export type Facts = NonNullable<ItemSnapshot['facts']>

interface MomentHeadProps {
  readonly name: string
  readonly type: string | null
  readonly then: ItemSnapshot | undefined
  readonly moment: string
}

const formatState = ({ health, status, since }: Facts): string =>
  since === null ? 'health unknown' : [health ?? 'no health', status].filter(Boolean).join(', ')

export function MomentHead({ name, type, then, moment }: MomentHeadProps) {
  const facts = then?.facts ?? null
  return (
    <header className="item-head">
      <div className="item-title">
        <h2>
          <StatusDot status={facts?.health} none="no health" />
          {facts?.name ?? name}
          <span className="dim">{facts?.type ?? type}</span>
        </h2>
        <div className="item-actions">
          <Button disabledReason={`You are viewing ${moment}. Go back to now to run playbooks.`}>Run playbook</Button>
        </div>
      </div>
      {facts === null ? null : (
        <p className="dim dotted tabular">
          <b>{formatState(facts)}</b>
          {facts.since === null ? null : (
            <span>
              since <ClockTime at={facts.since} />
            </span>
          )}
          {then?.changedAt ? (
            <span>
              document from <ClockTime at={then.changedAt} />
            </span>
          ) : null}
          {then?.changesAt ? (
            <span>
              next change <Age at={then.changesAt} /> ago
            </span>
          ) : null}
          {facts.description === null ? null : <span>{facts.description}</span>}
        </p>
      )}
      <TagList tags={facts?.tags ?? {}} />
    </header>
  )
}
