import { useQuery } from '@tanstack/react-query'
import { grantEffect, isUsed, type GrantChange } from '#shared/access/grant-effect.ts'
import { findSubject } from '#shared/access/grant.ts'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { effectLines, namesText, type EffectLine } from './effect-lines.ts'
import { everybodyQuery } from './permissions-api.ts'

interface EffectPreviewProps {
  readonly change: GrantChange
  readonly isOpen: boolean
  readonly nowMs: number
}

const labels = { gain: 'gains', lose: 'loses', same: 'no change' } as const
const tones = { gain: 'ok', lose: 'bad', same: 'plain' } as const

function Line({ turns, names, summary }: EffectLine) {
  return (
    <li className="permission-effect">
      <Tag tone={tones[turns]}>{labels[turns]}</Tag>
      <span>
        <span title={names.join(', ')}>{namesText(names)}</span>
        {summary === '' ? null : <span className="dim">: {summary}</span>}
      </span>
    </li>
  )
}

function Lines({ change, nowMs }: Omit<EffectPreviewProps, 'isOpen'>) {
  const { data, error } = useQuery(everybodyQuery)
  const grant = change.after ?? change.before
  const subject = grant === null ? null : findSubject(grant)
  if (grant === null || subject === null) return null
  if (!isUsed(grant)) return <p className="dim">No effect: this console does not check this permission yet.</p>
  if (subject.type === 'notification')
    return (
      <p className="dim">
        No effect: a notification is not a person, and this console runs nothing with its permissions.
      </p>
    )
  if (error !== null) return <p className="dim">The effect could not be loaded: {error.message}</p>
  if (data === undefined) return <SkeletonRows rows={1} label="Loading affected people" />
  const lines = effectLines(grantEffect(data.people, data.grants, change, nowMs))
  if (lines.length === 0) return <p className="dim">No effect yet: the team has no members.</p>
  return (
    <ul aria-label="Affected people">
      {lines.map((line) => (
        <Line key={`${line.turns} ${line.summary}`} {...line} />
      ))}
    </ul>
  )
}

export function EffectPreview({ change, isOpen, nowMs }: EffectPreviewProps) {
  return (
    <section className="permission-effects" aria-label="Effect" aria-live="polite">
      <h3>Effect</h3>
      {isOpen ? (
        <p className="dim">Complete the form to see who gains and who loses permissions.</p>
      ) : (
        <Lines change={change} nowMs={nowMs} />
      )}
    </section>
  )
}
