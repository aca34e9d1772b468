import type { FastifyBaseLogger } from 'fastify'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import type { JobRun } from '#relay/backend/jobs/job-history.ts'
import { DocumentRows } from '#relay/backend/resources/document-rows.ts'
import { planRows, reconciledKind } from '#relay/backend/resources/plan-rows.ts'
import type { DocumentKind } from '#relay/backend/resources/apply-documents.ts'
import type { RelayCalls } from '#relay/backend/schedule/relay-calls.ts'
import type { Work } from '#relay/backend/schedule/work.ts'
import type { LaneLimits } from '#relay/backend/schedule/lanes.ts'
import { OwnedRuns, type RunOutcome } from '#relay/backend/jobs/owned-runs.ts'
import type { LastResults } from './build/build-context.ts'
import { createJudgeLater } from './judge-later.ts'
import { readTopologySpec } from './read-topology-spec.ts'
import {
  judgeAgain,
  runTopology,
  type BuiltTopology,
  type RunTopologyDeps,
  type TopologyInForce,
} from './run-topology.ts'
import { deleteInlineCanaries } from './store/inline-canaries.ts'
import { deleteOrphans, readTopologies, topologyDocuments, type TopologyRow } from './topology-rows.ts'

interface TopologiesOptions extends Omit<RunTopologyDeps, 'signal'> {
  readonly log: FastifyBaseLogger
  readonly onJob: (run: JobRun) => void
  readonly work: Work
  readonly calls: Pick<RelayCalls, 'serve' | 'call'>
}

export interface Topologies {
  readonly kind: DocumentKind
  /**
   * Joins a run in progress. Undefined when the topology does not exist or cannot run; resolves to undefined when
   * another relay runs it.
   */
  runNow(id: string): Promise<JobRun | undefined> | undefined
  countOwned(): number
  begin(): void
  reconcile(): Promise<void>
  readonly follow: OnChange
  stop(): Promise<void>
}

const limits: LaneLimits = { quick: 2, slow: 2, total: 3, slowAfterMs: 5_000 }
interface Planned extends TopologyInForce {
  readonly version: string
}

interface Remembered {
  readonly last: LastResults
  built: BuiltTopology | undefined
}

const planTopology =
  ({ kinds, log }: TopologiesOptions) =>
  async (row: TopologyRow, version: string): Promise<Planned | undefined> => {
    const read = await readTopologySpec(row.spec, kinds)
    if ('topology' in read) return { ...row, ...read.topology, version }
    log.warn({ topology: row.name, reason: read.error.reason }, 'invalid topology, not running')
    return undefined
  }

const runScheduled = async (
  topology: Planned,
  memory: Remembered,
  deps: TopologiesOptions & RunTopologyDeps,
): Promise<RunOutcome> => {
  try {
    const { built, count, errors, ...changed } = await runTopology(topology, memory.last, deps)
    memory.built = built
    const details = { topology: topology.name, summary: { components: count, ...changed } }
    return { succeeded: count, failed: errors.length, errors, details }
  } catch (error) {
    if (!deps.signal.aborted)
      deps.log.warn({ err: error, topology: topology.name }, 'topology failed, retrying at its next scheduled time')
    return { succeeded: 0, failed: 1, errors: [toErrorMessage(error)], details: { topology: topology.name } }
  }
}

export const startTopologies = async (options: TopologiesOptions): Promise<Topologies> => {
  const { database, secrets, kinds, log, onChange } = options
  let inForce: ReadonlyMap<string, Planned> = new Map()
  let work: Promise<void> = Promise.resolve()
  const remembered = new Map<string, Remembered>()

  const getMemory = (id: string): Remembered => {
    const known = remembered.get(id) ?? { last: new Map(), built: undefined }
    remembered.set(id, known)
    return known
  }

  const runs = new OwnedRuns({
    ...options,
    name: 'TopologyRun',
    resourceType: 'topology',
    limits,
    findWork: (id, signal) => {
      const topology = inForce.get(id)
      return topology && (() => runScheduled(topology, getMemory(id), guardedDeps(id, signal)))
    },
    onLeft: async (id) => void remembered.delete(id),
    onEnd: (id) => onChange({ relation: 'topologies', ids: [id] }),
  })
  const guardedDeps = (id: string, signal: AbortSignal): TopologiesOptions & RunTopologyDeps => ({
    ...options,
    database: options.work.guard(id),
    signal,
  })

  const apply = async (): Promise<void> => {
    const before = inForce
    inForce = await planRows(await readTopologies(database, secrets), before, planTopology(options))
    for (const id of before.keys()) {
      if (inForce.has(id)) continue
      runs.remove(id)
      remembered.delete(id)
    }
    for (const [id, { schedule, version }] of inForce) runs.set(id, schedule, before.get(id)?.version !== version)
    const orphans = await deleteOrphans(database)
    if (orphans.length === 0) return
    onChange({ relation: 'components', ids: orphans })
    if (await deleteInlineCanaries(database, orphans)) await options.reconcileChecks()
  }
  const reconcile = (): Promise<void> => {
    work = work.then(apply, apply)
    return work
  }

  const judgeWaiting = async (waiting: Set<string>): Promise<void> => {
    for (const id of waiting) {
      waiting.delete(id)
      const [topology, built] = [inForce.get(id), remembered.get(id)?.built]
      if (topology === undefined || built === undefined || runs.signal.aborted) continue
      await judgeAgain(topology, built, guardedDeps(id, runs.signal))
    }
  }
  const judging = createJudgeLater({
    built: () => [...remembered].flatMap(([id, { built }]) => (built === undefined ? [] : [[id, built] as const])),
    judge: (waiting) => {
      work = work
        .then(() => judgeWaiting(waiting))
        .catch((error: unknown) => {
          log.warn({ err: error }, 'component health update failed, retrying at the next topology run')
        })
    },
  })

  const documents = new DocumentRows(topologyDocuments(kinds), options)
  return {
    kind: reconciledKind(documents, reconcile),
    runNow: (id) => (inForce.has(id) ? runs.runNow(id) : undefined),
    countOwned: () => runs.count,
    begin: () => runs.begin(),
    reconcile,
    follow: (change) => {
      if (!runs.signal.aborted) judging.follow(change)
    },
    stop: async () => {
      judging.stop()
      await runs.stop()
      await work.catch(() => undefined)
    },
  }
}
