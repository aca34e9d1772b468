import { Gauge, type Registry } from 'prom-client'
import type { RelayError } from '#shared/settings/relay-errors-topic.ts'
import type { Database, DatabaseCondition } from '#relay/database/database.ts'
import type { DiskState } from '#relay/database/disk-space.ts'

export interface StoreState {
  readonly listErrors: () => readonly RelayError[]
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 2 ** 20)} MB`

const toDiskErrors = ({ level, sinceMs, freeBytes }: DiskState, isOnDisk: boolean): RelayError[] => {
  if (level === 'enough') return []
  const since = new Date(sinceMs).toISOString()
  const message =
    level === 'full'
      ? 'The disk of DATA_DIR is full. Checks continue and their results are held in memory until there is space. Free up space.'
      : `The disk of DATA_DIR has ${megabytes(freeBytes)} left. Free up space before it is full.`
  const removal = ' Old results, journal entries and playbook output are removed sooner until there is space.'
  return [{ part: 'disk', since, sentence: isOnDisk ? message + removal : message }]
}

const toDatabaseErrors = ({ outage }: DatabaseCondition, kind: Database['kind']): RelayError[] => {
  if (outage === null) return []
  const state = kind === 'server' ? 'The database server ' : 'The database is restarting: '
  const sentence = `${state}${outage.reason}. New results are held in memory until it works again.`
  return [{ part: 'database', since: new Date(outage.sinceMs).toISOString(), sentence }]
}

export const createStoreState = (
  registry: Registry,
  database: Pick<Database, 'kind' | 'condition'>,
  disk: () => DiskState,
): StoreState => {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('quarterdeck_data_dir_free_bytes', 'Free bytes on the disk of DATA_DIR.', () => disk().freeBytes)
  gauge('quarterdeck_database_up', '1 if the database works, else 0.', () =>
    database.condition().outage === null ? 1 : 0,
  )
  gauge('quarterdeck_database_restarts', 'Restarts of the embedded database.', () => database.condition().restarts)
  gauge(
    'quarterdeck_database_cancelled',
    'Statements of the embedded database that timed out.',
    () => database.condition().cancelled,
  )
  return {
    listErrors: () => [
      ...toDiskErrors(disk(), database.kind === 'embedded'),
      ...toDatabaseErrors(database.condition(), database.kind),
    ],
  }
}

const storePart = ({ listErrors }: StoreState, name: string, of: RelayError['part']) => ({
  name,
  isOptional: true,
  check: async () => {
    const error = listErrors().find(({ part }) => part === of)
    if (error !== undefined) throw new Error(`${error.sentence} (since ${error.since})`)
  },
})

/** Without these, pages still show what is stored. */
export const storeParts = (store: StoreState) => [
  storePart(store, 'disk', 'disk'),
  storePart(store, 'storage', 'database'),
]
