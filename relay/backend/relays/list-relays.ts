import type { RelayRow } from '#shared/relays/relays-topic.ts'
import { isLeased } from '#relay/backend/schedule/shard-table.ts'
import { shardCount } from '#relay/backend/schedule/work-shards.ts'
import type { Queryable, Runner } from '#relay/database/database.ts'
import { compareDocuments } from './compare-documents.ts'

type Counts = Pick<RelayRow, 'checks' | 'scrapers' | 'topologies' | 'jobs' | 'lateMs'>
type Stored = Pick<
  RelayRow,
  'id' | 'host' | 'pid' | 'version' | 'address' | 'startedAt' | 'seenAt' | 'isDrainRequested' | 'shards'
>

export interface InstanceRow extends Stored {
  readonly isLiving: boolean
  readonly isStopping: boolean
  readonly runs: Partial<Counts>
  /** Of all documents; null before they were read. */
  readonly digest: string | null
  readonly files: number
}

const differingMax = 20
const noCounts: Counts = { checks: 0, scrapers: 0, topologies: 0, jobs: 0, lateMs: 0 }

type Situation = Pick<InstanceRow, 'isLiving' | 'isStopping' | 'isDrainRequested' | 'shards'>

export const canTakeWork = ({ isLiving, isStopping, isDrainRequested }: Omit<Situation, 'shards'>): boolean =>
  isLiving && !isStopping && !isDrainRequested

export const decideState = (instance: Situation, areOthersWorking: boolean): RelayRow['state'] => {
  if (!instance.isLiving) return 'silent'
  if (instance.isStopping) return 'stopping'
  if (!instance.isDrainRequested || !areOthersWorking) return 'working'
  return instance.shards === 0 ? 'drained' : 'draining'
}

const readInstances = async (database: Runner): Promise<readonly InstanceRow[]> => {
  const { rows } = await database.query<InstanceRow>(
    `select id, host, pid, version, address, started_at as "startedAt", seen_at as "seenAt", ${isLeased} as "isLiving",
            is_draining as "isStopping", drain_requested_at is not null as "isDrainRequested", runs,
            md5(documents::text) as digest,
            (select count(*)::int from jsonb_object_keys(documents)) as files,
            (select count(*)::int from relay.work_shards where owner = instances.id) as shards
       from relay.instances order by started_at, id`,
  )
  // An embedded database has one process, which owns everything without claims.
  return database.kind === 'embedded' ? rows.map((row) => ({ ...row, shards: shardCount })) : rows
}

const findDiffering = async (database: Queryable, instances: readonly InstanceRow[]) => {
  const comparable = instances.filter(({ isLiving, digest }) => isLiving && digest !== null)
  if (new Set(comparable.map(({ digest }) => digest)).size <= 1) return new Map<string, never>()
  const { rows } = await database.query<{ readonly id: string; readonly documents: Readonly<Record<string, string>> }>(
    'select id, documents from relay.instances where id = any($1::uuid[]) and documents is not null',
    [comparable.map(({ id }) => id)],
  )
  return compareDocuments(rows)
}

const toRow = (
  { isLiving, isStopping, runs, digest, ...instance }: InstanceRow,
  differing: RelayRow['differing'],
  areOthersWorking: boolean,
): RelayRow => ({
  ...noCounts,
  ...runs,
  ...instance,
  files: digest === null ? null : instance.files,
  state: decideState({ ...instance, isLiving, isStopping }, areOthersWorking),
  differing: differing.slice(0, differingMax),
  differingCount: differing.length,
})

/** Oldest first. */
export const listRelays = async (database: Runner): Promise<readonly RelayRow[]> => {
  const instances = await readInstances(database)
  const differing = await findDiffering(database, instances)
  return instances.map((instance) => {
    const areOthersWorking = instances.some((other) => other.id !== instance.id && canTakeWork(other))
    return toRow(instance, [...(differing.get(instance.id) ?? [])], areOthersWorking)
  })
}
