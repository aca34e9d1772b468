import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { onCallAt, shiftsBetween } from '#shared/notifications/on-call.ts'
import { onCallTable } from '#shared/notifications/notification-topics.ts'
import { weekMs } from '#shared/primitives/time-units.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { toServerMs, useServerNow } from '#client/lib/time/clock.ts'
import { useFormatTime } from '#client/lib/time/format-time.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { StateMark } from '#client/ui/state-mark.tsx'
import { onCallKey, onCallQuery, type OnCallTeam } from './on-call-api.ts'
import './on-call-line.css'

function Team({ team: { id, name, people, plan }, nowMs }: { readonly team: OnCallTeam; readonly nowMs: number }) {
  const format = useFormatTime()
  const { person } = onCallAt(plan, nowMs)
  const named = people.find((each) => each.id === person)?.name
  const gap = shiftsBetween(plan, nowMs, nowMs + weekMs).find((shift) => shift.person === null)
  const warning =
    gap === undefined
      ? undefined
      : named === undefined
        ? 'no one'
        : `no one from ${format(new Date(gap.fromMs), 'medium')}`
  return (
    <li>
      <Link href={`${linkTo(routes.settingsRow, { table: 'teams', id })}?tab=on-call`}>
        {named === undefined ? null : <b>{named}</b>}
        {warning === undefined ? null : (
          <>
            <StateMark state="warning" label="" /> {warning}
          </>
        )}{' '}
        <span className="dim">{name}</span>
      </Link>
    </li>
  )
}

function Teams() {
  useTableChanges(onCallTable, onCallKey)
  const { data = [], dataUpdatedAt } = useQuery(onCallQuery())
  // An override may begin between a tick and its arrival.
  const nowMs = Math.max(useServerNow(60_000), toServerMs(dataUpdatedAt))
  if (data.length === 0) return null
  return (
    <div className="on-call-line">
      <span className="dim">On call</span>
      <ul aria-label="On call">
        {data.map((team) => (
          <Team key={team.id} team={team} nowMs={nowMs} />
        ))}
      </ul>
    </div>
  )
}

export function OnCallLine() {
  return hasOwnBackend() ? <Teams /> : null
}
