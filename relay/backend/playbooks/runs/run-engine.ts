import type { FastifyBaseLogger } from 'fastify'
import type { PlaybookSpec } from '#shared/playbooks/playbook-spec.ts'
import type { RunStatus } from '#shared/playbooks/run-status.ts'
import { formatDuration } from '#shared/primitives/duration.ts'
import { toErrorSentence } from '#shared/primitives/thrown-error.ts'
import { secretsIn } from '#relay/backend/secrets/change-secrets.ts'
import { hasSealed } from '#relay/backend/secrets/sealed-text.ts'
import { unreadableSecret } from '#relay/backend/secrets/vault.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { readValue } from '#relay/backend/playbooks/actions/action-context.ts'
import { persist } from './persist.ts'
import { readPlaybook } from '#relay/backend/playbooks/spec/playbook-store.ts'
import { readPlaybookSpec } from '#relay/backend/playbooks/spec/read-spec.ts'
import { resolveResources } from '#relay/backend/playbooks/spec/parameter-resources.ts'
import { renderText } from '#relay/backend/playbooks/spec/render.ts'
import { recordConfigChange } from './record-config-change.ts'
import { RunEnd } from './run-end.ts'
import { createEnvironment, describeRun, type About } from './run-environment.ts'
import { carryOutStep, type StepSurroundings } from './run-step.ts'
import { runSteps, type StepHost } from './run-steps.ts'
import * as runs from './run-store.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { SealedParameters } from '#relay/backend/playbooks/spec/secret-parameters.ts'
import { Permit, Semaphore } from './semaphore.ts'
import { readTarget } from './targets.ts'
import type { OnEvent } from '#relay/backend/rows/resource-event.ts'
import { timeLimit } from '#relay/time-limit.ts'
import { notFound } from '#relay/errors/http-error.ts'

interface RunEngineOptions extends StepSurroundings {
  readonly id: string
  readonly log: FastifyBaseLogger
  readonly parameters: SealedParameters
  readonly secrets: StoredSecrets
  readonly atOnce: number
}

interface Carried {
  readonly end: AbortController
  readonly done: Promise<void>
}

interface Prepared {
  readonly about: About
  readonly env: Readonly<Record<string, string>>
  readonly mask: Mask
}

/**
 * Runs wait as `scheduled`, first come, first served. A run that waits for its time or a retry releases its slot.
 * Every run that began ends with a status and a reason.
 */
export class RunEngine {
  readonly #options: RunEngineOptions
  readonly #semaphore: Semaphore
  readonly #carried = new Map<string, Carried>()
  readonly #giveUp = new AbortController()

  constructor(options: RunEngineOptions) {
    this.#options = options
    this.#semaphore = new Semaphore(options.atOnce)
  }

  /** Also true for runs that wait for a slot. */
  holds(runId: string): boolean {
    return this.#carried.has(runId)
  }

  enqueue(runId: string): void {
    if (this.#carried.has(runId) || this.#giveUp.signal.aborted) return
    const end = new AbortController()
    const done = this.#carry(runId, end.signal)
      .catch((error: unknown) => {
        if (!(error instanceof RunEnd)) this.#options.log.error({ err: error, runId }, 'playbook run interrupted')
      })
      .finally(() => this.#carried.delete(runId))
    this.#carried.set(runId, { end, done })
  }

  async end(runId: string, reason: RunEnd): Promise<void> {
    const carried = this.#carried.get(runId)
    if (carried === undefined) return
    carried.end.abort(reason)
    await carried.done
  }

  async stop(): Promise<void> {
    const giveUpTimer = setTimeout(() => this.#giveUp.abort(), stopGraceMs)
    const reason = new RunEnd('failed', 'The relay was stopped during this step.')
    await Promise.all([...this.#carried.keys()].map((id) => this.end(id, reason)))
    clearTimeout(giveUpTimer)
    this.#giveUp.abort()
  }

  async #carry(runId: string, signal: AbortSignal): Promise<void> {
    const permit = new Permit(this.#semaphore)
    await permit.acquire(signal)
    try {
      if (!(await this.#persist(() => runs.claimRun(this.#options.database, runId, this.#options.id)))) return
      this.#changed(runId)
      const end = await this.#ended(runId, permit, signal)
      await this.#endRun(runId, end.status, end.error)
    } finally {
      permit.release()
    }
  }

  async #ended(
    runId: string,
    permit: Permit,
    signal: AbortSignal,
  ): Promise<{ status: RunStatus; error: string | null }> {
    try {
      return { status: await this.#carryOut(runId, permit, signal), error: null }
    } catch (error) {
      if (error instanceof RunEnd) return { status: error.status, error: null }
      return { status: 'failed', error: toErrorSentence(error) }
    }
  }

  async #carryOut(runId: string, permit: Permit, outer: AbortSignal): Promise<RunStatus> {
    const { database, secrets: stored } = this.#options
    const row = await runs.readRun(database, runId)
    if (row === undefined) throw notFound('The run was deleted')
    const run = stored.open('playbook_runs', row)
    if (hasSealed(JSON.stringify(run.spec))) throw new Error(unreadableSecret)
    const timeoutMs = run.timeout / 1_000_000
    const late = () => new RunEnd('timed_out', `The run timed out after ${formatDuration(timeoutMs)}.`)
    const limit = timeLimit(timeoutMs, outer, late)
    try {
      const read = await readPlaybookSpec(run.spec)
      if ('error' in read) throw new Error(`Failed to run the playbook. ${read.error.reason}`)
      const { spec } = read
      const prepared = await this.#prepare(run, spec)
      const steps = await runSteps(this.#stepHost({ runId, spec, signal: limit.signal }, prepared, permit))
      return steps.some(({ status }) => status === 'failed') ? 'failed' : 'completed'
    } finally {
      limit.done()
    }
  }

  async #prepare(run: runs.StoredRun, spec: PlaybookSpec): Promise<Prepared> {
    const { database, parameters, resolveSecret } = this.#options
    const playbook = await readPlaybook(database, run.playbook_id)
    const target = await readTarget(database, run, { includesDeleted: run.created_by === null })
    await this.#configChange(run, 'PlaybookStarted', playbook?.name ?? '')
    const { values, secrets } = parameters.open(run.id, spec.parameters, run.parameters ?? {})
    const mask = new Mask()
    mask.hideAll([...secrets, ...secretsIn([run.spec, run.request])])
    const about = describeRun(run, playbook, target, await resolveResources(database, spec.parameters, values))
    const env: Record<string, string> = {}
    for (const source of spec.env ?? []) {
      const text = await readValue(source, { resolveSecret, mask })
      env[source.name] = await renderText(text, createEnvironment({ ...about, env }), { owner: run.playbook_id })
    }
    return { about: { ...about, env }, env, mask }
  }

  #stepHost(
    { runId, spec, signal }: Pick<StepHost, 'runId' | 'spec' | 'signal'>,
    { about, env, mask }: Prepared,
    permit: Permit,
  ): StepHost {
    const { database } = this.#options
    return {
      runId,
      spec,
      signal,
      environmentAfter: (steps) => createEnvironment({ ...about, steps }),
      insert: async (action) => {
        assertRuns(await this.#persist(() => runs.insertAction(database, action)))
        this.#actionChanged(runId, action.id)
      },
      start: async (id) => {
        await this.#persist(() => runs.startAction(database, id))
        this.#actionChanged(runId, id)
      },
      end: async (id, status, { result, error }) => {
        const masked = {
          status,
          result: mask.inValue(result) as Record<string, unknown>,
          error: error === null ? null : mask.inText(error),
        }
        await this.#persist(() => runs.endAction(database, id, masked))
        this.#actionChanged(runId, id)
      },
      setStatus: async (status) => {
        assertRuns(await this.#persist(() => runs.setRunStatus(database, runId, status)))
        this.#changed(runId)
      },
      rest: async (work) => {
        permit.release()
        await work()
        await permit.acquire(signal)
      },
      carryOut: (action, actionId, environment, within) => {
        const recordLoss = (reason: string) => this.#persist(() => runs.recordLoss(database, actionId, reason))
        const step = { runId, actionId, declarations: spec, env, mask, ...within, recordLoss }
        const onEvent: OnEvent = (event) => this.#options.onEvent({ ...event, runId })
        return carryOutStep(action, environment, step, { ...this.#options, onEvent })
      },
    }
  }

  async #endRun(runId: string, status: RunStatus, error: string | null): Promise<void> {
    const { database } = this.#options
    await this.#persist(() => runs.endRun(database, runId, status, error))
    this.#changed(runId)
    const run = await runs.readRun(database, runId).catch(() => undefined)
    if (run !== undefined) {
      const playbook = await readPlaybook(database, run.playbook_id).catch(() => undefined)
      await this.#configChange(run, `Playbook${changeNames[run.status] ?? 'Ended'}`, playbook?.name ?? '')
    }
  }

  async #configChange(run: runs.StoredRun, changeType: string, name: string): Promise<void> {
    if (run.config_id === null) return
    try {
      await recordConfigChange(this.#options.database, run, changeType, name)
      this.#options.onChange({ relation: 'config_changes' })
    } catch (error) {
      this.#options.log.warn({ err: error, runId: run.id }, 'config change of a playbook run not recorded')
    }
  }

  #persist<T>(work: () => Promise<T>): Promise<T> {
    return persist(work, this.#options.log, this.#giveUp.signal)
  }

  #changed(runId: string): void {
    this.#options.onChange({ relation: 'playbook_runs', ids: [runId] })
  }

  #actionChanged(runId: string, actionId: string): void {
    this.#options.onChange({ relation: 'playbook_run_actions', ids: [actionId] })
    this.#changed(runId)
  }
}

/** A run that ended elsewhere starts no further step. */
const assertRuns = (isRunning: boolean): void => {
  if (!isRunning) throw new RunEnd('failed', 'The run has already ended.')
}

const stopGraceMs = 8_000

const changeNames: Readonly<Record<string, string>> = {
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  timed_out: 'TimedOut',
}
