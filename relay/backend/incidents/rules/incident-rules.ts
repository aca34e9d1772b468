import type { FastifyBaseLogger } from 'fastify'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { toResourceKey } from '#shared/resources/resource-id.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import type { EngineState } from '#relay/backend/schedule/engine-state.ts'
import type { JobRun } from '#relay/backend/jobs/job-history.ts'
import { jobWork, type Job } from '#relay/backend/jobs/jobs.ts'
import { DocumentRows } from '#relay/backend/resources/document-rows.ts'
import type { DocumentKind } from '#relay/backend/resources/apply-documents.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { FindResources } from '#relay/backend/search/find-resources.ts'
import type { Database, Queryable } from '#relay/database/database.ts'
import type { Work } from '#relay/backend/schedule/work.ts'
import { createRounds } from '#relay/backend/incidents/rounds.ts'
import { findMatchingFailures, remaining } from './matching-failures.ts'
import { openIncident, usualTitle } from './open-incident.ts'
import { assignFailures } from './assign-failures.ts'
import { readRules, ruleDocuments, type IncidentRule } from './read-rules.ts'
import { recordFailures, readFailures } from './read-failures.ts'
import { addMembers, countMembers, readMet, readOpen, reopen, retitle, settle } from './rule-incidents.ts'
import type { Failure } from './failure.ts'

export interface IncidentRulesOptions {
  readonly database: Database
  readonly secrets: StoredSecrets
  readonly find: FindResources
  readonly work: Pick<Work, 'canStart' | 'guard'>
  readonly log: FastifyBaseLogger
  readonly onChange: OnChange
  readonly onJob: (run: JobRun) => void
}

interface IncidentRules {
  readonly kind: DocumentKind
  readonly job: Job
  readonly state: EngineState
  readonly follow: OnChange
  stop(): Promise<void>
}

interface Round {
  readonly opened: number
  readonly errors: readonly string[]
  readonly changed: readonly string[]
}

const [soonMs, laterMs] = [200, 2_000]
const watched = new Set(['checks', 'components', 'config_items', 'incident_rules'])
/** Advisory lock: one relay instance at a time opens incidents. */
const rulesLock = 7_218_065
const jobName = 'IncidentRules'
const ownWork = jobWork(jobName)
const incidentParts = ['incidents', 'hypotheses', 'evidences', 'responders', 'incident_histories']

const applyRule = async (
  database: Queryable,
  rule: IncidentRule,
  failures: readonly Failure[],
  nowMs: number,
): Promise<Round> => {
  const { known, back } = await readMet(database, rule.id, failures)
  const reopened = new Set(failures.flatMap((failure) => back.get(toResourceKey(failure)) ?? []))
  if (reopened.size > 0) await reopen(database, [...reopened])
  const fresh = failures.filter((failure) => !known.has(toResourceKey(failure)) && !back.has(toResourceKey(failure)))
  const changed = [...reopened]
  let opened = 0
  for (const assignment of assignFailures(fresh, await readOpen(database, rule.id), nowMs)) {
    if (assignment.incidentId === null) {
      changed.push(await openIncident(database, rule, { ...assignment, nowMs }))
      opened += 1
      continue
    }
    await addMembers(database, assignment.incidentId, assignment.failures)
    if (rule.spec.template?.title === undefined)
      await retitle(
        database,
        assignment.incidentId,
        usualTitle(assignment.failures, await countMembers(database, assignment.incidentId)),
      )
    changed.push(assignment.incidentId)
  }
  const resolveMs = rule.spec.autoResolve?.timeout
  changed.push(...(await settle(database, rule.id, { resolveMs, closeMs: rule.spec.autoClose?.timeout })))
  return { opened, errors: [], changed }
}

export const startIncidentRules = (options: IncidentRulesOptions): IncidentRules => {
  const { secrets, find, log, onChange, onJob, work } = options
  /** Selectors and expressions are evaluated outside the transaction, so that they hold no locks. */
  const round = async (): Promise<number> => {
    const database = work.guard(ownWork)
    const nowMs = Date.now()
    const { rules, ruleErrors } = await readRules(database, secrets)
    for (const { id, reason } of ruleErrors)
      report({ id, name: '' }, nowMs, { opened: 0, errors: [reason], changed: [] })
    if (rules.length === 0) return 0
    await recordFailures(database)
    let failures = await readFailures(database)
    let opened = 0
    for (const rule of rules) {
      const startedAt = Date.now()
      const outcome = await take(database, rule, failures, nowMs)
      opened += outcome.round.opened
      report(rule, startedAt, outcome.round)
      if (rule.spec.breakOnMatch === true) failures = remaining(failures, outcome.matching)
    }
    return opened
  }

  const take = async (database: Database, rule: IncidentRule, failures: readonly Failure[], nowMs: number) => {
    try {
      const matching = await findMatchingFailures(rule, failures, { find, nowMs })
      const done = await database.transaction(async (transaction) => {
        await transaction.query('select pg_advisory_xact_lock($1)', [rulesLock])
        return applyRule(transaction, rule, matching, nowMs)
      })
      if (done.changed.length > 0) for (const relation of incidentParts) onChange({ relation })
      return { matching, round: done }
    } catch (error) {
      if (!rounds.isStopped) log.warn({ err: error, rule: rule.name }, 'incident rule failed')
      return { matching: [], round: { opened: 0, errors: [toErrorMessage(error)], changed: [] } }
    }
  }

  const report = (rule: Pick<IncidentRule, 'id' | 'name'>, startedAt: number, { opened, errors }: Round) =>
    onJob({
      name: 'IncidentRules',
      resourceType: 'incident_rule',
      resourceId: rule.id,
      startedAt,
      endedAt: Date.now(),
      succeeded: opened,
      failed: errors.length,
      errors,
    })

  const rounds = createRounds({
    round,
    failure: 'incident rules failed, retrying',
    log,
    canStart: () => work.canStart(ownWork),
  })
  const documents = new DocumentRows(ruleDocuments, options)
  return {
    state: rounds.state,
    kind: documents,
    job: {
      name: jobName,
      schedule: '@every 1m',
      resourceType: 'incident_rule',
      run: async () => ({ count: await rounds.next() }),
    },
    follow: ({ relation, isUrgent }) => {
      if (watched.has(relation)) rounds.within(isUrgent === true || relation === 'incident_rules' ? soonMs : laterMs)
    },
    stop: () => rounds.stop(),
  }
}
