import { findOrganisation } from '#shared/access/permission-scope.ts'
import type { IncidentPresence } from '#shared/incidents/incident-presence.ts'
import type { Presence } from '#relay/live/delivery/presence.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'

interface Presences {
  readonly here: Pick<Presence, 'at'>
  readonly typing: Pick<Presence, 'at'>
}

export const incidentPresenceSource = ({ here, typing }: Presences): TopicSource<{ incidentId: string }> => ({
  load: ({ incidentId }, _signal, scope) => {
    const own = findOrganisation(scope)
    const typed = typing.at(incidentId)
    const people = here
      .at(incidentId)
      .filter(({ viewer }) => viewer.organisation === own)
      .map(({ viewer: { id, name, email } }): IncidentPresence => {
        const places = typed.flatMap(({ viewer, params }) => (viewer.id === id ? [String(params['place'])] : []))
        return { id, name, email, places: places.toSorted() }
      })
    return Promise.resolve({ body: JSON.stringify(people), observedAtMs: Date.now() })
  },
})

/** Watching it announces that the viewer types; it has no rows. */
export const typingSource: TopicSource<object> = {
  load: () => Promise.resolve({ body: '[]', observedAtMs: Date.now() }),
}
