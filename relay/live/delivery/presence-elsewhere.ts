import { z } from 'zod'
import { paramsKey } from '#shared/live/params-key.ts'
import { parseJson } from '#shared/primitives/parse-json.ts'
import type { Replication } from '#relay/live/feeds/feed-replication.ts'

const presentSchema = z.object({
  viewer: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    organisation: z.string().exactOptional(),
  }),
  params: z.record(z.string(), z.unknown()),
})
export type Present = z.infer<typeof presentSchema>

const reportSchema = z.record(z.string(), z.array(presentSchema))
type PresenceReport = z.infer<typeof reportSchema>

const expireAfterMs = 10_000

interface Elsewhere {
  readonly people: readonly Present[]
  readonly untilMs: number
}

interface ElsewhereOptions {
  readonly topic: string
  readonly replication: Pick<Replication, 'channel'>
  readonly onChange: (about: string) => void
}

export const presentKey = ({ viewer, params }: Pick<Present, 'params'> & { viewer: Pick<Present['viewer'], 'id'> }) =>
  `${viewer.id} ${paramsKey(params)}`

const parseReport = (text: string): PresenceReport => reportSchema.safeParse(parseJson(text)).data ?? {}

export const createElsewhere = ({ topic, replication, onChange }: ElsewhereOptions) => {
  const known = new Map<string, Map<string, Elsewhere>>()

  const receive = (text: string, by: string) => {
    for (const [about, people] of Object.entries(parseReport(text))) {
      const relays = known.get(about) ?? new Map<string, Elsewhere>()
      const before = relays.get(by)?.people ?? []
      if (people.length === 0) relays.delete(by)
      else relays.set(by, { people, untilMs: Date.now() + expireAfterMs })
      if (relays.size === 0) known.delete(about)
      else known.set(about, relays)
      if (before.map(presentKey).join('\n') !== people.map(presentKey).join('\n')) onChange(about)
    }
  }
  const send = replication.channel(`presence:${topic}`, receive)

  return {
    at: (about: string): readonly Present[] => [...(known.get(about)?.values() ?? [])].flatMap(({ people }) => people),
    /** An empty list means that the last viewer of that instance left. */
    publish: (report: PresenceReport) => {
      if (Object.keys(report).length > 0) send(JSON.stringify(report))
    },
    removeExpired: () => {
      for (const [about, relays] of known) {
        const expired = [...relays].filter(([, { untilMs }]) => untilMs < Date.now())
        for (const [by] of expired) relays.delete(by)
        if (relays.size === 0) known.delete(about)
        if (expired.length > 0) onChange(about)
      }
    },
  }
}
