import type { Viewer } from '#shared/access/viewer.ts'
import { paramsKey } from '#shared/live/params-key.ts'
import type { WatchObserver } from './subscriptions.ts'
import type { Watch } from './watch.ts'

interface PresenceOptions {
  /** The topic whose viewers count, and its param that says what they look at. */
  readonly topic: string
  readonly param: string
  readonly onChange: (about: string) => void
}

/** Somebody who looks at something, and at which instance of the topic. */
interface Present {
  readonly viewer: Viewer
  readonly params: Readonly<Record<string, unknown>>
}

/** Who looks at what, by the subscriptions of this relay: a person counts once for each instance, in however many tabs. */
export interface Presence extends WatchObserver {
  readonly at: (about: string) => readonly Present[]
}

export const createPresence = ({ topic, param, onChange }: PresenceOptions): Presence => {
  const present = new Map<string, Map<string, Present & { tabs: number }>>()
  const seen = new WeakMap<Watch, string>()

  return {
    began: (watch) => {
      const { params, topic: name } = watch.room.instance
      if (name !== topic) return
      const about = String(params[param])
      const { viewer } = watch.connection.session
      const key = `${viewer.id} ${paramsKey(params)}`
      const people = present.get(about) ?? new Map<string, Present & { tabs: number }>()
      const person = people.get(key) ?? { viewer, params, tabs: 0 }
      seen.set(watch, key)
      person.tabs += 1
      people.set(key, person)
      present.set(about, people)
      if (person.tabs === 1) onChange(about)
    },
    ended: (watch) => {
      const key = seen.get(watch)
      if (key === undefined) return
      const about = String(watch.room.instance.params[param])
      const people = present.get(about)
      const person = people?.get(key)
      if (people === undefined || person === undefined) return
      person.tabs -= 1
      if (person.tabs > 0) return
      people.delete(key)
      if (people.size === 0) present.delete(about)
      onChange(about)
    },
    at: (about) => [...(present.get(about)?.values() ?? [])],
  }
}

/** Tells several of what each watch means to them. */
export const everyPresence = (all: readonly WatchObserver[]): WatchObserver => ({
  began: (watch) => all.forEach((each) => each.began(watch)),
  ended: (watch) => all.forEach((each) => each.ended(watch)),
})
