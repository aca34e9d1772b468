import { relayRowSchema, type RelayRow } from '#shared/relays/relays-topic.ts'
import { relaysRoute } from '#shared/relays/relay-routes.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'
import type { FetchText } from '#relay/live/sources/fetch-text.ts'

export const relaysSource = (fetchText: FetchText): TopicSource<Record<string, never>, RelayRow> => ({
  load: async (_params, signal) => {
    const observedAtMs = Date.now()
    return { body: await fetchText(relaysRoute.path, signal), observedAtMs }
  },
  parseRow: (entry) => relayRowSchema.parse(entry),
})
