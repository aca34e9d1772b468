import type { FastifyBaseLogger } from 'fastify'
import type { OutwardResponder } from '#shared/incidents/timeline-parts.ts'
import { outwardName } from '#shared/incidents/outward-properties.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import type { EngineState } from '#relay/backend/schedule/engine-state.ts'
import { createRounds } from '#relay/backend/incidents/rounds.ts'
import type { Job } from '#relay/backend/jobs/jobs.ts'
import type { Work } from '#relay/backend/schedule/work.ts'
import type { Database, Queryable } from '#relay/database/database.ts'
import { askOutward, outwardProperties, type OutwardAsk, type OutwardDeps } from './ask-outward.ts'
import { decideAskState } from './decide-ask-state.ts'

/**
 * Security: stores the current connection, since people who edit the responder later may not be allowed to use
 * every connection.
 */
export const queueRequests = async (database: Queryable, responderIds: readonly string[]): Promise<void> => {
  await database.query(
    `insert into relay.outward_asks (responder_id, properties)
     select id, properties from responders where id = any ($1::uuid[]) on conflict do nothing`,
    [responderIds],
  )
}

export const retryAsk = async (database: Queryable, incidentId: string, responderId: string): Promise<boolean> => {
  const { affectedRows } = await database.query(
    `update relay.outward_asks set state = 'waiting', next_at = now(), attempts = 0 from responders
      where responders.id = responder_id and responders.incident_id = $1 and responder_id::text = $2
        and state in ('refused', 'failed')`,
    [incidentId, responderId],
  )
  return affectedRows > 0
}

interface OutwardRow extends Omit<OutwardResponder, 'kind' | 'name'> {
  readonly properties: unknown
  readonly external_id: string | null
}

export const readOutward = async (database: Queryable, incidentId: string): Promise<readonly OutwardResponder[]> => {
  const { rows } = await database.query<OutwardRow>(
    `select responders.id, coalesce(outward_asks.properties, responders.properties) as properties, external_id, coalesce(state, 'refused') as state, coalesce(attempts, 0) as attempts,
            case when state is null then 'It was not asked from here: add it on this page.' else reason end as reason,
            tried_at, case when state = 'waiting' then next_at end as next_at
       from responders left join relay.outward_asks on responder_id = responders.id
      where incident_id = $1 and deleted_at is null and person_id is null and team_id is null order by responders.created_at, responders.id limit 200`,
    [incidentId],
  )
  return rows.map(({ properties: input, external_id: externalId, ...row }) => {
    const properties = outwardProperties(input)
    return Object.assign({ kind: properties.responderType, name: externalId ?? outwardName(properties) }, row)
  })
}

interface DueRow extends OutwardAsk {
  readonly attempts: number
}

const atOnce = 10
/** After this time another relay instance may take over. */
const leaseSeconds = 120

const takeDue = async (database: Queryable): Promise<readonly DueRow[]> => {
  const { rows } = await database.query<DueRow>(
    `with due as (
       select responder_id from relay.outward_asks where state = 'waiting' and next_at <= now()
        order by next_at limit ${atOnce} for update skip locked
     ), taken as (
       update relay.outward_asks set next_at = now() + interval '${leaseSeconds} seconds', tried_at = now(),
              attempts = attempts + 1
        where responder_id in (select responder_id from due) returning responder_id, properties, attempts
     )
     select responders.id as "responderId", taken.properties, incidents.id as "incidentId", incidents.incident_id as number,
            title, description, severity, taken.attempts
       from taken join responders on responders.id = taken.responder_id join incidents on incidents.id = responders.incident_id
      where responders.deleted_at is null`,
  )
  return rows
}

export interface OutwardOptions extends OutwardDeps {
  readonly database: Database
  readonly work: Pick<Work, 'isDrained'>
  readonly log: FastifyBaseLogger
  readonly onChange: OnChange
}

interface Outward {
  readonly job: Job
  readonly state: EngineState
  readonly follow: OnChange
  stop(): Promise<void>
}

const soonMs = 200

export const startOutward = (options: OutwardOptions): Outward => {
  const { database, work, log, onChange } = options
  const ending = new AbortController()

  const askOne = async (due: DueRow): Promise<void> => {
    const outcome = await askOutward(due, options, ending.signal)
    const { state, waitMs } = decideAskState(outcome, due.attempts)
    await database.query(
      `with named as (
         update responders set external_id = $5 where id = $1 and $5::text is not null
       )
       update relay.outward_asks set state = $2, reason = $3, next_at = now() + make_interval(secs => $4::float8)
        where responder_id = $1 and attempts = $6`,
      [due.responderId, state, outcome.error, waitMs / 1_000, outcome.externalId ?? null, due.attempts],
    )
    onChange({ relation: 'responders', ids: [due.responderId] })
  }

  const rounds = createRounds({
    round: async () => {
      let count = 0
      if (work.isDrained) return count
      for (let due = await takeDue(database); due.length > 0 && !rounds.isStopped; due = await takeDue(database)) {
        await Promise.all(due.map(askOne))
        count += due.length
      }
      return count
    },
    failure: 'external responder requests failed, retrying',
    log,
  })
  return {
    state: rounds.state,
    job: {
      name: 'OutwardResponders',
      schedule: '@every 1m',
      resourceType: 'responder',
      run: async () => ({ count: await rounds.next() }),
    },
    follow: ({ relation }) => {
      if (relation === 'responders') rounds.within(soonMs)
    },
    stop: async () => {
      ending.abort(new Error('The relay is shutting down.'))
      await rounds.stop()
    },
  }
}
