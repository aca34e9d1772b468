import { runWatcherSchema, type RunWatcher } from '#shared/playbooks/run-watcher.ts'
import type { Presence } from '#relay/live/presence.ts'
import type { TopicSource } from '#relay/live/source.ts'

/** Who looks at a run now. No backend is asked. */
export const runWatchersSource = ({ at }: Pick<Presence, 'at'>): TopicSource<{ runId: string }, RunWatcher> => ({
  load: ({ runId }) => {
    const people = at(runId).map(({ id, name, email }): RunWatcher => ({ id, name, email }))
    return Promise.resolve({ body: JSON.stringify(people), observedAtMs: Date.now() })
  },
  rowOf: (entry) => runWatcherSchema.parse(entry),
})
