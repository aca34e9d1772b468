import { runWatcherSchema, type RunWatcher } from '#shared/playbooks/run-watcher.ts'
import type { Presence } from '#relay/live/delivery/presence.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'

interface RunWatchersOptions extends Pick<Presence, 'at'> {
  /** The organisation that a sight belongs to; undefined where there are none. */
  readonly organisationIn: (sight: string) => string | undefined
}

/** Who of the same organisation looks at a run now. No backend is asked. */
export const runWatchersSource = ({
  at,
  organisationIn,
}: RunWatchersOptions): TopicSource<{ runId: string }, RunWatcher> => ({
  load: ({ runId }, _signal, sight) => {
    const own = organisationIn(sight)
    const here = at(runId).filter(({ organisation }) => organisation === own)
    const people = here.map(({ id, name, email }): RunWatcher => ({ id, name, email }))
    return Promise.resolve({ body: JSON.stringify(people), observedAtMs: Date.now() })
  },
  rowOf: (entry) => runWatcherSchema.parse(entry),
})
