import { setMaxListeners } from 'node:events'
import type { OnChange } from '#relay/backend/rows/change.ts'
import { groupTurns, type OnEvent } from '#relay/backend/rows/resource-event.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Database } from '#relay/database/database.ts'
import { askLookups, type LastResults } from './build/build-context.ts'
import { buildTopology } from './build/build-topology.ts'
import type { LookupDeps } from './build/run-lookup.ts'
import type { ReadyTopology } from './read-topology-spec.ts'
import { assess, type Linked } from './store/assess.ts'
import { readStoredRows, toComponentRow, writeRows, type StoredRow } from './store/component-rows.ts'
import type { FindResources } from '#relay/backend/search/find-resources.ts'
import type { Links } from '#relay/backend/topology/store/break-cycles.ts'
import { findLinks } from './store/find-links.ts'
import { inlineCanaryId, writeInlineCanaries } from './store/inline-canaries.ts'
import { placeDrafts, type Placed } from './store/place-drafts.ts'
import { pushComponents } from './store/push-components.ts'
import { readLinked } from './store/read-linked.ts'
import { writeLinks } from './store/write-links.ts'

export interface TopologyInForce extends ReadyTopology {
  readonly id: string
  readonly name: string
  readonly namespace: string
  readonly labels: Readonly<Record<string, string>>
}

export interface RunTopologyDeps extends Omit<LookupDeps, 'namespace' | 'owner'> {
  readonly database: Database
  readonly secrets: StoredSecrets
  readonly find: FindResources
  readonly onChange: OnChange
  readonly onEvent: OnEvent
  readonly reconcileChecks: () => Promise<void>
}

export interface BuiltTopology {
  readonly placed: readonly Placed[]
  readonly links: ReadonlyMap<string, Links>
  judgedBy: string
}

interface TopologyRun {
  readonly built: BuiltTopology
  readonly count: number
  readonly errors: readonly string[]
  readonly added: number
  readonly updated: number
  readonly deleted: number
}

const mostErrors = 50

interface Judged {
  readonly topology: TopologyInForce
  readonly built: BuiltTopology
  readonly isComplete: boolean
  readonly error: (message: string) => void
}

const serializeState = ({ links }: BuiltTopology, getLinked: (id: string) => Linked): string =>
  JSON.stringify([...links.keys()].map(getLinked))

const notifyTurns = (onEvent: OnEvent, before: readonly StoredRow[], healths: ReadonlyMap<string, string>): void => {
  const known = new Map(before.filter((row) => row.deleted_at === null).map((row) => [row.id, row.health]))
  const turns = [...healths].map(([id, after]) => {
    const was = known.get(id)
    return { id, before: typeof was === 'string' || was === undefined ? was : null, after }
  })
  for (const [name, ids] of groupTurns(turns)) onEvent({ kind: 'component', name, ids })
}

const judge = async (
  { topology, built, isComplete, error }: Judged,
  getLinked: (id: string) => Linked,
  deps: RunTopologyDeps,
) => {
  const { database, onChange, signal } = deps
  built.judgedBy = serializeState(built, getLinked)
  const assessed = await assess(built.placed, getLinked, { owner: topology.id, signal, error })
  const schedule = topology.spec.schedule ?? ''
  const written = await database.transaction(async (transaction) => {
    const stored = await readStoredRows(transaction, topology.id)
    const before = new Map(stored.map((row) => [row.id, row]))
    const rows = built.placed.flatMap((placed) => {
      const assessment = assessed.get(placed.id)
      const configId = built.links.get(placed.id)?.configId ?? null
      return assessment === undefined
        ? []
        : [
            toComponentRow(
              placed,
              { id: topology.id, schedule },
              { configId, assessment, before: before.get(placed.id) },
            ),
          ]
    })
    const done = await writeRows(transaction, stored, rows, { isComplete })
    await writeLinks(
      transaction,
      built.links,
      [...built.links.keys()].flatMap((id) => getLinked(id).checks),
    )
    return { ...done, stored }
  })
  const ids = [...written.added, ...written.updated, ...written.deleted]
  if (ids.length > 0) onChange({ relation: 'components', ids, isUrgent: written.turned.length > 0 })
  return { ...written, healths: new Map([...assessed].map(([id, { health }]) => [id, health])) }
}

export const judgeAgain = async (
  topology: TopologyInForce,
  built: BuiltTopology,
  deps: RunTopologyDeps,
): Promise<void> => {
  const getLinked = await readLinked(deps.database, built.links)
  if (serializeState(built, getLinked) === built.judgedBy) return
  const judged = await judge({ topology, built, isComplete: false, error: () => undefined }, getLinked, deps)
  notifyTurns(deps.onEvent, judged.stored, judged.healths)
}

/** A failed lookup is an error, and its last results stay. Rejects when the database fails or the signal fires. */
export const runTopology = async (
  topology: TopologyInForce,
  last: LastResults,
  deps: RunTopologyDeps,
): Promise<TopologyRun> => {
  const { id, name, namespace, spec } = topology
  const errors = new Set<string>()
  const error = (message: string) => {
    if (errors.size < mostErrors) errors.add(message)
  }
  setMaxListeners(0, deps.signal)
  let isComplete = true
  const failed = (message: string) => {
    isComplete = false
    error(message)
  }
  const drafts = await buildTopology(topology, {
    owner: id,
    signal: deps.signal,
    lookup: askLookups({ ...deps, namespace, owner: id }, last, failed),
    configs: deps.findConfigs,
    error: failed,
  })
  const { database, find } = deps
  const known = await readStoredRows(database, id)
  const placed = placeDrafts(drafts, known, { root: `${namespace}/${name}`, error })
  // Checks and relations refer to stored components, so new ones are inserted first. Existing ones stay unchanged
  // until their links are known.
  const knownIds = new Set(known.map((row) => row.id))
  const added = placed.filter((one) => !knownIds.has(one.id))
  if (added.length > 0) {
    const unlinked: BuiltTopology = { placed: added, links: new Map(), judgedBy: '' }
    const getLinked = await readLinked(database, unlinked.links)
    await judge({ topology, built: unlinked, isComplete: false, error: () => undefined }, getLinked, deps)
  }
  const options = { ...deps, namespace, schedule: spec.schedule ?? '@every 5m' }
  if (
    await writeInlineCanaries(
      placed,
      known.map((row) => row.id),
      options,
    )
  )
    await deps.reconcileChecks()
  const links = await findLinks(placed, { database, topologyId: id, find, inlineCanary: inlineCanaryId, error })
  const built: BuiltTopology = { placed, links, judgedBy: '' }
  const getLinked = await readLinked(database, links)
  const written = await judge({ topology, built, isComplete, error }, getLinked, deps)
  notifyTurns(deps.onEvent, known, written.healths)
  if (isComplete)
    await database.query(
      `insert into relay.topology_observations (topology_id, observed_at) values ($1, now())
       on conflict (topology_id) do update set observed_at = now()`,
      [id],
    )
  const unpushed = spec.push && (await pushComponents(id, spec.push, deps))
  if (unpushed !== undefined) error(unpushed)
  return {
    built,
    count: placed.length,
    errors: [...errors],
    added: Math.max(added.length, written.added.length),
    updated: written.updated.length,
    deleted: written.deleted.length,
  }
}
