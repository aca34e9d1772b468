import { recordAct } from '#relay/backend/rows/actor.ts'
import { announceInstance, isLeased } from '#relay/backend/schedule/shard-table.ts'
import type { Database, Queryable } from '#relay/database/database.ts'
import { inTurn } from '#relay/database/take-turn.ts'
import { conflict, notFound } from '#relay/errors/http-error.ts'

interface LivingRow {
  readonly id: string
  readonly host: string
  readonly canTakeWork: boolean
}

interface DrainRequest {
  readonly id: string
  readonly personId: string
}

const findLiving = async (database: Queryable, id: string) => {
  const { rows } = await database.query<LivingRow>(
    `select id, host, not is_draining and drain_requested_at is null as "canTakeWork"
       from relay.instances where ${isLeased}`,
  )
  const relay = rows.find((row) => row.id === id)
  if (relay === undefined) throw notFound('This relay is no longer running.', 'Reload the list of relays.')
  return { relay, others: rows.filter((row) => row.id !== id) }
}

const write = async (database: Queryable, { id, personId }: DrainRequest, host: string, isRequested: boolean) => {
  const { affectedRows } = await database.query(
    `update relay.instances set drain_requested_at = case when $2 then now() end
      where id = $1 and (drain_requested_at is not null) <> $2`,
    [id, isRequested],
  )
  if (affectedRows === 0) return
  await recordAct(database, { personId, action: isRequested ? 'drained' : 'resumed', table: 'relays', id, name: host })
  await announceInstance(database)
}

/** Two requests at once must not drain the last two relays: the second one waits and is rejected. */
export const drainRelay = (database: Database, request: DrainRequest): Promise<void> =>
  inTurn(database, 'relay drain', async (runner) => {
    const { relay, others } = await findLiving(runner, request.id)
    if (!others.some(({ canTakeWork }) => canTakeWork))
      throw conflict(
        `No other relay can take over the work of ${relay.host}: its checks, scrapers and topologies would stop.`,
        'Start another relay on the same database, or resume one that is drained.',
      )
    await write(runner, request, relay.host, true)
  })

export const resumeRelay = (database: Database, request: DrainRequest): Promise<void> =>
  inTurn(database, 'relay drain', async (runner) => {
    const { relay } = await findLiving(runner, request.id)
    await write(runner, request, relay.host, false)
  })
