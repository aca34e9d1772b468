import { z } from 'zod'
import type { Viewer } from '#shared/access/viewer.ts'
import { paramsKey } from '#shared/live/params-key.ts'
import { localReplication, type Replication } from '#relay/live/replication/replication.ts'
import type { WatchObserver } from './subscriptions.ts'
import type { Watch } from './watch.ts'

interface PresenceOptions {
  /** The topic whose viewers count, and its param that says what they look at. */
  readonly topic: string
  readonly param: string
  readonly onChange: (about: string) => void
  /** By which relays tell each other who looks there. */
  readonly replication?: Pick<Replication, 'channel'>
  readonly now?: () => number
}

/** Somebody who looks at something, and at which instance of the topic. */
interface Present {
  readonly viewer: Pick<Viewer, 'id' | 'name' | 'email' | 'organisation'>
  readonly params: Readonly<Record<string, unknown>>
}

/** Who looks at what, by the subscriptions of all relays: a person counts once for each instance, in however many tabs. */
export interface Presence extends WatchObserver {
  readonly at: (about: string) => readonly Present[]
  /** Tells the other relays that nobody looks here any more. */
  readonly stop: () => void
}

const toldSchema = z.record(
  z.string(),
  z.array(
    z.object({
      viewer: z.object({
        id: z.string(),
        name: z.string(),
        email: z.string(),
        organisation: z.string().exactOptional(),
      }),
      params: z.record(z.string(), z.unknown()),
    }),
  ),
)

const beatMs = 3_000
/** Whoever says nothing for so long is gone. */
const silentMs = 10_000

interface Elsewhere {
  readonly people: readonly Present[]
  readonly untilMs: number
}

const keyOf = ({ viewer, params }: Present): string => `${viewer.id} ${paramsKey(params)}`

const readTold = (text: string): z.infer<typeof toldSchema> => {
  try {
    return toldSchema.parse(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Who looks at instances of one topic: here by its watches, on other relays by what those tell. */
export const createPresence = ({
  topic,
  param,
  onChange,
  replication = localReplication,
  now = Date.now,
}: PresenceOptions): Presence => {
  const present = new Map<string, Map<string, Present & { tabs: number }>>()
  const seen = new WeakMap<Watch, string>()
  /** By what is looked at, and then by the relay. */
  const elsewhere = new Map<string, Map<string, Elsewhere>>()

  const hear = (text: string, by: string) => {
    for (const [about, people] of Object.entries(readTold(text))) {
      const relays = elsewhere.get(about) ?? new Map<string, Elsewhere>()
      const before = relays.get(by)?.people ?? []
      if (people.length === 0) relays.delete(by)
      else relays.set(by, { people, untilMs: now() + silentMs })
      if (relays.size === 0) elsewhere.delete(about)
      else elsewhere.set(about, relays)
      if (before.map(keyOf).join('\n') !== people.map(keyOf).join('\n')) onChange(about)
    }
  }
  const say = replication.channel(`presence:${topic}`, hear)

  const hereAt = (about: string) =>
    [...(present.get(about)?.values() ?? [])].map(({ viewer: { id, name, email, organisation }, params }) => ({
      viewer: { id, name, email, ...(organisation !== undefined && { organisation }) },
      params,
    }))
  const tell = (abouts: readonly string[]) => {
    if (abouts.length > 0) say(JSON.stringify(Object.fromEntries(abouts.map((about) => [about, hereAt(about)]))))
  }
  const changed = (about: string) => {
    onChange(about)
    tell([about])
  }
  const forgetSilent = () => {
    for (const [about, relays] of elsewhere) {
      const gone = [...relays].filter(([, { untilMs }]) => untilMs < now())
      for (const [by] of gone) relays.delete(by)
      if (relays.size === 0) elsewhere.delete(about)
      if (gone.length > 0) onChange(about)
    }
  }
  const beat = setInterval(() => {
    tell([...present.keys()])
    forgetSilent()
  }, beatMs)
  beat.unref()

  return {
    began: (watch) => {
      const { params, topic: name } = watch.room.instance
      if (name !== topic) return
      const about = String(params[param])
      const { viewer } = watch.connection.session
      const key = keyOf({ viewer, params })
      const people = present.get(about) ?? new Map<string, Present & { tabs: number }>()
      const person = people.get(key) ?? { viewer, params, tabs: 0 }
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
    at: (about) => {
      const all = new Map(hereAt(about).map((each): [string, Present] => [keyOf(each), each]))
      for (const { people } of elsewhere.get(about)?.values() ?? [])
        for (const each of people) all.set(keyOf(each), each)
      return [...all.values()]
    },
    stop: () => {
      clearInterval(beat)
      const abouts = [...present.keys()]
      present.clear()
      tell(abouts)
    },
  }
}

/** Tells several of what each watch means to them. */
export const everyPresence = (all: readonly WatchObserver[]): WatchObserver => ({
  began: (watch) => all.forEach((each) => each.began(watch)),
  ended: (watch) => all.forEach((each) => each.ended(watch)),
})
