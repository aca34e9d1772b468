import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { onCallAt, shiftsBetween, type Shift } from '#shared/notifications/on-call.ts'
import { onCallTable } from '#shared/notifications/notification-topics.ts'
import { dayMs } from '#shared/primitives/time-units.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { onCallKey, onCallQuery, type OnCallTeam } from '#client/domain/on-call/on-call-api.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import { useFormatTime } from '#client/lib/time/format-time.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { removeOverride } from './on-call-writes.ts'
import { OverrideDialog } from './override-dialog.tsx'
import { RotationFields } from './rotation-fields.tsx'
import './on-call.css'

const shownMs = 28 * dayMs
const shownMost = 12

export function OnCallTab({ teamId }: { readonly teamId: string }) {
  useTableChanges(onCallTable, onCallKey)
  const { data, error, refetch } = useQuery(onCallQuery(teamId))
  const { reason } = useAllowed('write', 'database')
  const team = data?.[0]
  if (team === undefined)
    return error === null ? (
      <SkeletonRows label="Loading on-call schedule" />
    ) : (
      <ErrorPanel error={error} onRetry={() => void refetch()} />
    )
  return (
    <div className="on-call">
      <Shifts team={team} missing={reason} />
      <RotationFields team={team} missing={reason} />
    </div>
  )
}

interface PartProps {
  readonly team: OnCallTeam
  readonly missing: string | undefined
}

const teamFallbackText = (name: string) =>
  `Until then, notifications to the person on call for ${name} go to the whole team.`

function Gap({
  team,
  shifts,
  nowMs,
}: Pick<PartProps, 'team'> & { readonly shifts: readonly Shift[]; readonly nowMs: number }) {
  const format = useFormatTime()
  const gap = shifts.find(({ person }) => person === null)
  if (gap === undefined) return null
  if (team.plan.rotation === null && shifts.every(({ person }) => person === null))
    return (
      <Callout tone="info" title={`${team.name} has no on-call rotation.`}>
        {team.people.length === 0
          ? 'Add members to the team first.'
          : 'Define the on-call order. Rules can then notify the person on call.'}
      </Callout>
    )
  const [from, until] = [gap.fromMs, gap.untilMs].map((at) => format(new Date(at), 'medium'))
  const isOpen = gap.untilMs >= nowMs + shownMs
  return (
    <Callout
      tone="warn"
      title={
        gap.fromMs <= nowMs
          ? `No one is on call${isOpen ? '' : ` until ${until}`}.`
          : `No one is on call from ${from}${isOpen ? '' : ` to ${until}`}.`
      }
    >
      {teamFallbackText(team.name)}
    </Callout>
  )
}

function Shifts({ team, missing }: PartProps) {
  const nowMs = useServerNow(60_000)
  const shifts = shiftsBetween(team.plan, nowMs, nowMs + shownMs)
  const [open, setOpen] = useState<Shift | null>(null)
  return (
    <section aria-label="On call" className="on-call-shifts">
      <h2>On call</h2>
      <Gap team={team} shifts={shifts} nowMs={nowMs} />
      <ol>
        {shifts.slice(0, shownMost).map((shift) => (
          <ShiftRow
            key={shift.fromMs <= nowMs ? 'now' : shift.fromMs}
            team={team}
            shift={shift}
            isNow={shift.fromMs <= nowMs}
            isLast={shift.untilMs >= nowMs + shownMs}
            missing={missing}
            onOverride={() => setOpen(shift)}
          />
        ))}
      </ol>
      {open === null ? null : (
        <OverrideDialog team={team} fromMs={open.fromMs} untilMs={open.untilMs} onClose={() => setOpen(null)} />
      )}
    </section>
  )
}

interface ShiftRowProps extends PartProps {
  readonly shift: Shift
  readonly isNow: boolean
  readonly isLast: boolean
  readonly onOverride: () => void
}

function ShiftRow({ team, shift, isNow, isLast, missing, onOverride }: ShiftRowProps) {
  const format = useFormatTime()
  const client = useQueryClient()
  const person = team.people.find(({ id }) => id === shift.person)
  const override = shift.isOverride
    ? team.plan.overrides.findLast(
        ({ person_id: id, from, until }) =>
          id === shift.person && Date.parse(from) <= shift.fromMs && Date.parse(until) > shift.fromMs,
      )
    : undefined
  const turn = onCallAt({ ...team.plan, overrides: [] }, shift.fromMs).person
  const instead = team.people.find(({ id }) => id === turn)?.name
  const remove = useMutation({
    mutationFn: removeOverride,
    onSettled: () => client.invalidateQueries({ queryKey: onCallKey }),
  })
  const [from, until] = [shift.fromMs, shift.untilMs].map((at) => format(new Date(at), 'medium'))
  return (
    <li aria-current={isNow ? 'time' : undefined}>
      {person === undefined ? <StateMark state="warning" label="" /> : <Avatar person={person} />}
      <span className="on-call-person">
        <b className="cut">{person?.name ?? 'No one'}</b>
        {override === undefined ? null : (
          <span className="dim cut">{instead === undefined ? 'covering a gap' : `covering for ${instead}`}</span>
        )}
      </span>
      <span className="dim tabular">
        {isNow ? `now, until ${isLast ? 'further notice' : until}` : isLast ? `from ${from}` : `${from} to ${until}`}
      </span>
      {override === undefined ? (
        <Button small look="minimal" disabledReason={missing} onClick={onOverride}>
          Override
        </Button>
      ) : (
        <Button
          small
          look="minimal"
          disabledReason={missing}
          busy={remove.isPending}
          aria-label={`Remove the override of ${person?.name ?? 'a former team member'}`}
          onClick={() => remove.mutate(override.id)}
        >
          Remove
        </Button>
      )}
    </li>
  )
}
