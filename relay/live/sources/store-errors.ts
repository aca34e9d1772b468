import { relayErrorSchema, type RelayError } from '#shared/settings/relay-errors-topic.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'

export const storeErrorsSource = (
  listErrors: () => readonly RelayError[],
): TopicSource<Record<string, never>, RelayError> => ({
  load: async () => ({ body: JSON.stringify(listErrors()), observedAtMs: Date.now() }),
  parseRow: (entry) => relayErrorSchema.parse(entry),
})
