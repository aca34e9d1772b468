import type { TopicSource } from '#relay/live/feeds/source.ts'

/** The row is in the scope itself: a permission change moves the viewer to another feed. */
export const sessionSource: TopicSource<Record<string, never>> = {
  load: async (_params, _signal, scope) => ({
    body: JSON.stringify(scope.kind === 'session' ? [scope.session] : []),
    observedAtMs: Date.now(),
  }),
}
