import { troubleSchema, type Trouble } from '#shared/settings/trouble-topic.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'

/** What the relay says of itself. */
export const troublesSource = (troubles: () => readonly Trouble[]): TopicSource<Record<string, never>, Trouble> => ({
  load: async () => ({ body: JSON.stringify(troubles()), observedAtMs: Date.now() }),
  rowOf: (entry) => troubleSchema.parse(entry),
})
