import { sessionRowSchema, type SessionRow } from '#shared/access/session-row.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'

/** The row is in the scope itself: a permission change moves the viewer to another feed. */
export const sessionSource: TopicSource<Record<string, never>, SessionRow> = {
  load: async (_params, _signal, scope) => ({
    body: JSON.stringify(scope.kind === 'session' ? [scope.session] : []),
    observedAtMs: Date.now(),
  }),
  parseRow: (entry) => sessionRowSchema.parse(entry),
}
