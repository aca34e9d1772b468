import type { FastifyInstance } from 'fastify'
import { users } from '#shared/settings/users-topic.ts'
import type { ServerListener } from '#relay/database/server-listener.ts'
import type { LiveAccess } from './delivery/live-access.ts'
import type { Live } from './delivery/live-server.ts'
import { createChangeIndex } from './feeds/change-index.ts'
import { followNotices } from './feeds/change-notices.ts'
import type { TopicBinding } from './feeds/topic-binding.ts'

interface Change {
  readonly relation: string
  readonly ids?: readonly string[]
  readonly isUrgent?: boolean
}

export type ChangeNotices = Pick<ServerListener, 'listen'> & Partial<Pick<ServerListener, 'watchTables'>>

/** The tables to which a backend moved columns of a relation. */
const movedFrom: Readonly<Record<string, string>> = {
  checks_unlogged: 'checks',
  config_items_last_scraped_time: 'config_items',
}

interface ChangeSources {
  readonly topics: readonly TopicBinding[]
  readonly access: Pick<LiveAccess, 'onChange'>
  readonly onChange?: ((listener: (change: Change) => void) => () => void) | undefined
  readonly notices?: ChangeNotices | undefined
}

export const followChanges = (app: FastifyInstance, live: Live, sources: ChangeSources): void => {
  const { topics, access, onChange, notices } = sources
  const changes = createChangeIndex(topics)
  const everything = topics.map(({ name }) => name)

  const stops = [
    access.onChange(() => live.hint([users.name])),
    onChange?.((change) => live.hint(changes.ofRelations([change.relation]), change)),
    notices &&
      followNotices({
        listen: notices.listen,
        findTopics: changes.ofRelations,
        onHint: (names, about) => live.hint(names ?? everything, about),
        onError: (error) => app.log.warn({ err: error }, 'backend change listener failed, retrying'),
      }),
    notices?.watchTables?.({
      tables: [...changes.relations, ...Object.keys(movedFrom)],
      onChange: (tables) => live.hint(changes.ofRelations(tables.map((table) => movedFrom[table] ?? table))),
      onError: (error) => app.log.warn({ err: error }, 'changes of the backend could not be read, retrying'),
    }),
  ]
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode < 400) live.refreshNow(changes.ofRequest(request.method, request.url))
  })
  app.addHook('onClose', async () => {
    await Promise.all(stops.map(async (stop) => stop?.()))
  })
}
