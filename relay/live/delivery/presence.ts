import type { Viewer } from '#shared/access/viewer.ts'
import type { Replication } from '#relay/live/feeds/feed-replication.ts'
import { createElsewhere, presentKey, type Present } from './presence-elsewhere.ts'
import type { WatchObserver } from './subscriptions.ts'
import type { Watch } from './watch.ts'

interface PresenceOptions {
  readonly topic: string
  readonly param: string
  readonly onChange: (about: string) => void
  readonly replication: Pick<Replication, 'channel'>
}

export interface Presence extends WatchObserver {
  readonly at: (about: string) => readonly Present[]
  readonly stop: () => void
}

const beatMs = 3_000

const toPresent = ({ id, name, email, organisation }: Viewer, params: Readonly<Record<string, unknown>>): Present => ({
  viewer: { id, name, email, ...(organisation !== undefined && { organisation }) },
  params,
})

export const createPresence = ({ topic, param, onChange, replication }: PresenceOptions): Presence => {
  const present = new Map<string, Map<string, Present & { tabs: number }>>()
  const seen = new WeakMap<Watch, string>()
  const elsewhere = createElsewhere({ topic, replication, onChange })

  const hereAt = (about: string): Present[] =>
    [...(present.get(about)?.values() ?? [])].map(({ viewer, params }) => ({ viewer, params }))
  const publish = (abouts: readonly string[]) =>
    elsewhere.publish(Object.fromEntries(abouts.map((about) => [about, hereAt(about)])))
  const changed = (about: string) => {
    onChange(about)
    publish([about])
  }
  const beat = setInterval(() => {
    publish([...present.keys()])
    elsewhere.removeExpired()
  }, beatMs)
  beat.unref()

  return {
    began: (watch) => {
      const { params, topic: name } = watch.room.instance
      if (name !== topic) return
      const about = String(params[param])
      const { viewer } = watch.connection.session
      const key = presentKey({ viewer, params })
      const people = present.get(about) ?? new Map<string, Present & { tabs: number }>()
      const person = people.get(key) ?? { ...toPresent(viewer, params), tabs: 0 }
      seen.set(watch, key)
      person.tabs += 1
      people.set(key, person)
      present.set(about, people)
      if (person.tabs === 1) changed(about)
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
      changed(about)
    },
    at: (about) => [
      ...new Map([...hereAt(about), ...elsewhere.at(about)].map((each) => [presentKey(each), each])).values(),
    ],
    stop: () => {
      clearInterval(beat)
      const abouts = [...present.keys()]
      present.clear()
      publish(abouts)
    },
  }
}

export const everyPresence = (all: readonly WatchObserver[]): WatchObserver => ({
  began: (watch) => all.forEach((each) => each.began(watch)),
  ended: (watch) => all.forEach((each) => each.ended(watch)),
})
