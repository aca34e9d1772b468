import { propertiesRoute } from '#shared/settings/feature-flags.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'
import type { FetchText } from '#relay/live/sources/fetch-text.ts'

/** One of the backends returns `null` for no properties. */
export const featureFlagsSource = (fetchText: FetchText): TopicSource<Record<string, never>> => ({
  load: async (_params, signal) => {
    const observedAtMs = Date.now()
    const body = await fetchText(propertiesRoute.path, signal)
    return { body: body.trim() === 'null' ? '[]' : body, observedAtMs }
  },
})
