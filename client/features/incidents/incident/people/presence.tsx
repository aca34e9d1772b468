import { createContext, useContext, useMemo, useState } from 'react'
import type { IncidentPresence } from '#shared/incidents/incident-presence.ts'
import { incidentPresence, incidentTyping } from '#shared/incidents/incident-topics.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import './presence.css'

const mostShown = 5

interface Presence {
  readonly incidentId: string
  readonly people: readonly IncidentPresence[]
}
const PresenceContext = createContext<Presence | null>(null)

export function PresenceProvider({
  incidentId,
  children,
}: {
  readonly incidentId: string
  readonly children: React.ReactNode
}) {
  const params = useMemo(() => ({ incidentId }), [incidentId])
  const { rows, status } = useTopic(incidentPresence, params)
  const presence = useMemo(() => {
    const people = status === 'live' ? [...rows.values()].toSorted((a, b) => a.name.localeCompare(b.name)) : []
    return { incidentId, people }
  }, [incidentId, rows, status])
  return <PresenceContext value={presence}>{children}</PresenceContext>
}

export function PeopleHere() {
  const people = useContext(PresenceContext)?.people ?? []
  if (people.length < 2) return null
  return (
    <span
      className="people-here"
      role="group"
      aria-label={`${people.length} here: ${people.map(({ name }) => name).join(', ')}`}
    >
      {people.slice(0, mostShown).map((person) => (
        <Avatar key={person.id} person={{ ...person, avatar: null }} />
      ))}
      <span className="dim">{people.length} here</span>
    </span>
  )
}

function ReportTyping({ incidentId, place }: { readonly incidentId: string; readonly place: string }) {
  useTopic(
    incidentTyping,
    useMemo(() => ({ incidentId, place }), [incidentId, place]),
  )
  return null
}

interface TypingAreaProps {
  /** Values are defined in `incident-presence.ts` of `shared`. */
  readonly place: string
  readonly children: React.ReactNode
}

export function TypingArea({ place, children }: TypingAreaProps) {
  const presence = useContext(PresenceContext)
  const me = useSession()?.user.id
  const [isTyping, setTyping] = useState(false)
  const others = (presence?.people ?? []).filter(({ id, places }) => id !== me && places.includes(place))
  return (
    <div
      className="typing-place"
      onInput={() => setTyping(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setTyping(false)
      }}
    >
      {children}
      {isTyping && presence !== null ? <ReportTyping incidentId={presence.incidentId} place={place} /> : null}
      {others.length === 0 ? null : (
        <span className="typing-others" role="status">
          {others.map(({ name }) => name).join(', ')} {others.length === 1 ? 'is' : 'are'} typing here
        </span>
      )}
    </div>
  )
}
