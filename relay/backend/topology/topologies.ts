import type { FastifyBaseLogger } from 'fastify'
import type { Change, OnChange } from '#relay/backend/change.ts'
import type { JobRun } from '#relay/backend/jobs/job-history.ts'
import { DocumentRows } from '#relay/backend/resources/document-rows.ts'
import type { ResourceKind } from '#relay/backend/resources/resources.ts'
import { runOwners, topologyOwnerTable } from '#relay/backend/run-owners.ts'
import type { LaneLimits } from '#relay/backend/schedule/lanes.ts'
import { OwnedRuns, type RunOutcome } from '#relay/backend/schedule/owned-runs.ts'
import { canonicalJson } from '#relay/backend/storable-json.ts'
import type { LastAnswers } from './build/build-context.ts'
import { readTopologySpec } from './read-topology-spec.ts'
import {
  judgeAgain,
  runTopology,
  type BuiltTopology,
  type RunTopologyDeps,
  type TopologyInForce,
} from './run-topology.ts'
import { deleteInlineCanaries } from './store/inline-canaries.ts'
import { deleteOrphans, readTopologies, topologyDocuments } from './topology-rows.ts'

export interface TopologiesOptions extends Omit<RunTopologyDeps, 'signal'> {
  readonly log: FastifyBaseLogger
  readonly onJob: (run: JobRun) => void
  /** By which relays on one database tell each other apart. */
  readonly relayId: string
}

/** The topology engine while it runs. */
export interface Topologies {
  /** Puts topology documents in force. */
  readonly kind: ResourceKind
  /**
   * Reads a topology at once or joins its run under way; undefined when there is no such topology or it cannot run, and resolves with
   * that when another relay reads it right now.
   */
  runNow(id: string): Promise<JobRun | undefined> | undefined
  /** Lets schedules start; until then they wait. */
  begin(): void
  /** Brings rows and schedule together again after somebody wrote rows of `topologies`. */
  reconcile(): Promise<void>
  /** Judges topologies again soon after what their components are tied to changed. */
  readonly follow: OnChange
  stop(): Promise<void>
}

/** After a check turned, and after anything else. */
const [judgeSoonMs, judgeLaterMs] = [100, 3_000]
const limits: LaneLimits = { quick: 2, slow: 2, total: 3, slowAfterMs: 5_000 }
/** What components are judged by beside their documents. */
const judgedBy = new Set(['checks', 'config_items', 'config_analysis', 'evidences', 'incidents'])

interface Planned extends TopologyInForce {
  /** Tells versions of the row apart. */
  readonly version: string
}

/** What is remembered of a topology from one run to the next. */
interface Remembered {
  readonly last: LastAnswers
  built: BuiltTopology | undefined
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Whether a change is about what components are tied to. */
const concerns = ({ links }: BuiltTopology, { relation, ids }: Change): boolean => {
  if (ids === undefined || (relation !== 'checks' && relation !== 'config_items')) return true
  const changed = new Set(ids)
  return [...links.values()].some(({ checks, configs, configId }) =>
    relation === 'checks'
      ? checks.some((id) => changed.has(id))
      : [...configs, configId ?? ''].some((id) => changed.has(id)),
  )
}

/** Starts the topology engine with what the database knows; documents come later, through `kind`. */
export const startTopologies = async (options: TopologiesOptions): Promise<Topologies> => {
  const { database, secrets, kinds, log, onChange } = options
  let inForce: ReadonlyMap<string, Planned> = new Map()
  let work: Promise<void> = Promise.resolve()
  const remembered = new Map<string, Remembered>()

  const memoryOf = (id: string): Remembered => {
    const known = remembered.get(id) ?? { last: new Map(), built: undefined }
    remembered.set(id, known)
    return known
  }

  const outcomeOf = async (topology: Planned): Promise<RunOutcome> => {
    const memory = memoryOf(topology.id)
    try {
      const { built, count, errors, ...changed } = await runTopology(topology, memory.last, deps)
      memory.built = built
      const details = { topology: topology.name, summary: { components: count, ...changed } }
      return { succeeded: count, failed: errors.length, errors, details }
    } catch (error) {
      if (!runs.signal.aborted)
        log.error({ err: error }, `The topology ${topology.name} failed; it is tried again at its next time.`)
      return { succeeded: 0, failed: 1, errors: [sentenceOf(error)], details: { topology: topology.name } }
    }
  }

  const runs = new OwnedRuns({
    ...options,
    name: 'TopologyRun',
    resourceType: 'topology',
    owners: runOwners(database, options.relayId, topologyOwnerTable),
    limits,
    workOf: (id) => {
      const topology = inForce.get(id)
      return topology && (() => outcomeOf(topology))
    },
    onEnd: (id) => onChange({ relation: 'topologies', ids: [id] }),
  })
  const deps: RunTopologyDeps = { ...options, signal: runs.signal }

  const apply = async (): Promise<void> => {
    const planned = new Map<string, Planned>()
    for (const row of await readTopologies(database, secrets)) {
      const version = canonicalJson(row)
      const known = inForce.get(row.id)
      if (known?.version === version) {
        planned.set(row.id, known)
        continue
      }
      const read = await readTopologySpec(row.spec, kinds)
      if ('topology' in read) planned.set(row.id, { ...row, ...read.topology, version })
      else log.warn(`The topology ${row.name} cannot run. ${read.problem.reason}`)
    }
    const before = inForce
    inForce = planned
    for (const id of before.keys()) {
      if (planned.has(id)) continue
      runs.remove(id)
      remembered.delete(id)
    }
    for (const [id, { schedule, version }] of planned) runs.set(id, schedule, before.get(id)?.version !== version)
    const orphans = await deleteOrphans(database)
    if (orphans.length === 0) return
    onChange({ relation: 'components', ids: orphans })
    if (await deleteInlineCanaries(database, orphans)) await deps.reconcileChecks()
  }
  const reconcile = (): Promise<void> => {
    work = work.then(apply, apply)
    return work
  }

  const waiting = new Set<string>()
  let judging: { readonly dueMs: number; readonly timer: NodeJS.Timeout } | undefined
  const judgeWaiting = async (): Promise<void> => {
    for (const id of waiting) {
      waiting.delete(id)
      const [topology, built] = [inForce.get(id), remembered.get(id)?.built]
      if (topology === undefined || built === undefined || runs.signal.aborted) continue
      await judgeAgain(topology, built, deps)
    }
  }
  const judgeAll = () => {
    judging = undefined
    work = work.then(judgeWaiting).catch((error: unknown) => {
      log.warn({ err: error }, 'Components could not be judged again; the next run of their topology does it.')
    })
  }
  const judgeAfter = (ms: number) => {
    const dueMs = Date.now() + ms
    if (judging !== undefined && judging.dueMs <= dueMs) return
    clearTimeout(judging?.timer)
    judging = { dueMs, timer: setTimeout(judgeAll, ms) }
  }

  const documents = new DocumentRows(topologyDocuments(kinds), options)
  return {
    kind: {
      kind: documents.kind,
      faultOf: (document, others) => documents.faultOf(document, others),
      apply: async (given, problems) => {
        await documents.apply(given, problems)
        await reconcile()
      },
    },
    runNow: (id) => (inForce.has(id) ? runs.runNow(id) : undefined),
    begin: () => runs.begin(),
    reconcile,
    follow: (change) => {
      if (!judgedBy.has(change.relation) || runs.signal.aborted) return
      for (const [id, { built }] of remembered) if (built !== undefined && concerns(built, change)) waiting.add(id)
      if (waiting.size > 0) judgeAfter(change.isUrgent === true ? judgeSoonMs : judgeLaterMs)
    },
    stop: async () => {
      clearTimeout(judging?.timer)
      await runs.stop()
      await work.catch(() => undefined)
    },
  }
}
