import type { FastifyBaseLogger } from 'fastify'
import { nameActor } from '#relay/backend/rows/actor.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import type { EngineState } from '#relay/backend/schedule/engine-state.ts'
import { consolePersonId } from '#relay/backend/incidents/console-person.ts'
import type { Work } from '#relay/backend/schedule/work.ts'
import { createRounds } from '#relay/backend/incidents/rounds.ts'
import { jobWork, type Job } from '#relay/backend/jobs/jobs.ts'
import { judge } from './judge.ts'
import { readConditions } from './read-conditions.ts'
import { reopenUndone, resolveDone } from './turn-incidents.ts'

interface DoneConditionsOptions {
  readonly work: Pick<Work, 'canStart' | 'guard'>
  readonly log: FastifyBaseLogger
  readonly onChange: OnChange
}

interface DoneConditions {
  readonly job: Job
  readonly state: EngineState
  readonly follow: OnChange
  stop(): Promise<void>
}

const [soonMs, laterMs] = [200, 1_000]
const watched = new Set(['components', 'config_items', 'config_analysis', 'evidences'])
/** Advisory lock: one relay instance at a time resolves and reopens incidents. */
const doneLock = 7_218_066
const jobName = 'DefinitionOfDone'
const ownWork = jobWork(jobName)
const incidentParts = ['incidents', 'evidences', 'comments', 'incident_histories']

export const startDoneConditions = ({ log, onChange, work }: DoneConditionsOptions): DoneConditions => {
  /** Scripts are evaluated outside the transaction, so that they hold no locks. */
  const round = async (): Promise<number> => {
    const database = work.guard(ownWork)
    const conditions = await readConditions(database, Date.now())
    const verdicts = await Promise.all(conditions.map(judge))
    const news = verdicts.filter(({ done, script_result: result }, at) => {
      const before = conditions[at]
      return before?.done !== done || before.scriptResult !== result
    })
    const changed = await database.transaction(async (transaction) => {
      await transaction.query('select pg_advisory_xact_lock($1)', [doneLock])
      await nameActor(transaction, consolePersonId)
      if (news.length > 0)
        await transaction.query(
          `update evidences set done = given.done, script_result = given.script_result
             from jsonb_to_recordset($1::jsonb) as given (id uuid, done boolean, script_result text)
            where evidences.id = given.id and definition_of_done`,
          [JSON.stringify(news)],
        )
      return [...(await reopenUndone(transaction)), ...(await resolveDone(transaction))]
    })
    if (news.length + changed.length > 0) for (const relation of incidentParts) onChange({ relation })
    return changed.length
  }
  const rounds = createRounds({
    round,
    failure: 'done conditions check failed, retrying',
    log,
    canStart: () => work.canStart(ownWork),
  })
  return {
    state: rounds.state,
    job: {
      name: jobName,
      schedule: '@every 1m',
      resourceType: 'incident',
      run: async () => ({ count: await rounds.next() }),
    },
    follow: ({ relation, isUrgent }) => {
      if (isUrgent === true && relation === 'checks') rounds.within(soonMs)
      else if (watched.has(relation)) rounds.within(laterMs)
    },
    stop: () => rounds.stop(),
  }
}
