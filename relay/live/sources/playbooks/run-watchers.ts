import { findOrganisation } from '#shared/access/permission-scope.ts'
import type { RunWatcher } from '#shared/playbooks/run-watcher.ts'
import type { Presence } from '#relay/live/delivery/presence.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'

export const runWatchersSource = ({ at }: Pick<Presence, 'at'>): TopicSource<{ runId: string }> => ({
  load: ({ runId }, _signal, scope) => {
    const own = findOrganisation(scope)
    const here = at(runId).filter(({ viewer }) => viewer.organisation === own)
    const people = here.map(({ viewer: { id, name, email } }): RunWatcher => ({ id, name, email }))
    return Promise.resolve({ body: JSON.stringify(people), observedAtMs: Date.now() })
  },
})
