import type { Viewer } from '#shared/access/viewer.ts'
import type { WatchObserver } from './subscriptions.ts'
import type { Watch } from './watch.ts'

interface PresenceOptions {
  /** The topic whose viewers count, and its param that says what they look at. */
  readonly topic: string
  readonly param: string
  readonly onChange: (about: string) => void
}

/** Who looks at what, by the subscriptions of this relay: a person counts once, in however many tabs. */
export interface Presence extends WatchObserver {
  readonly at: (about: string) => Viewer[]
}

interface Present {
  readonly viewer: Viewer
  tabs: number
}

export const createPresence = ({ topic, param, onChange }: PresenceOptions): Presence => {
  const present = new Map<string, Map<string, Present>>()
  const seen = new WeakMap<Watch, string>()

  return {
    began: (watch) => {
      if (watch.room.instance.topic !== topic) return
      const about = String(watch.room.instance.params[param])
      const { viewer } = watch.connection.session
      const people = present.get(about) ?? new Map<string, Present>()
      const person = people.get(viewer.id) ?? { viewer, tabs: 0 }
      seen.set(watch, viewer.id)
      person.tabs += 1
      people.set(viewer.id, person)
      present.set(about, people)
      if (person.tabs === 1) onChange(about)
    },
    ended: (watch) => {
      const id = seen.get(watch)
      if (id === undefined) return
      const about = String(watch.room.instance.params[param])
      const people = present.get(about)
      const person = people?.get(id)
      if (people === undefined || person === undefined) return
      person.tabs -= 1
      if (person.tabs > 0) return
      people.delete(id)
      if (people.size === 0) present.delete(about)
      onChange(about)
    },
    at: (about) => [...(present.get(about)?.values() ?? [])].map(({ viewer }) => viewer),
  }
}
