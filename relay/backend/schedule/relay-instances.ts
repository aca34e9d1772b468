import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import { version } from '#relay/config/version.ts'
import type { Database } from '#relay/database/database.ts'
import { hasProvenlyEnded, nameOwnProcess, type NamedProcess } from '#relay/database/named-process.ts'

/** Stated by an instance about itself. */
interface InstanceFacts {
  readonly address: string | undefined
  readonly runs: Readonly<Record<string, number>>
  /** Hash by file; undefined before they were read. The same object as long as nothing changed. */
  readonly documents: Readonly<Record<string, string>> | undefined
}

type LookAtInstances = (living: readonly string[]) => Promise<void>

export interface RelayInstances {
  readonly id: string
  readonly isAlone: boolean
  readonly leaseSeconds: number
  /** After this time, runs of a silent instance count as interrupted. */
  readonly lateAfterSeconds: number
  /** Renews the lease. */
  show(isDraining?: boolean): Promise<void>
  /** Shown from the next renewal on. */
  describe(read: () => InstanceFacts): void
  /** Then once per lease, never concurrently. Rejects if the first call does. */
  follow(look: LookAtInstances): Promise<void>
  stop(): Promise<void>
  leave(): Promise<void>
}

interface Row {
  readonly id: string
  readonly process: NamedProcess | null
  readonly is_late: boolean
}

const defaultLeaseSeconds = 15
const lateLeases = 3

const isAlive = (database: Database, { process: named, is_late: isLate }: Row): boolean =>
  database.kind !== 'embedded' && !isLate && !(named !== null && hasProvenlyEnded(named))

interface InstanceOptions {
  readonly leaseSeconds?: number | undefined
  readonly takesWork?: boolean
}

const readLiving = async (database: Database, id: string): Promise<string[]> => {
  const { rows } = await database.query<Row>(
    `select id, process, seen_at < now() - make_interval(secs => lease_seconds * ${lateLeases}) as is_late
       from relay.instances where id <> $1`,
    [id],
  )
  const living = [id, ...rows.filter((row) => isAlive(database, row)).map((row) => row.id)]
  if (living.length <= rows.length)
    await database.query('delete from relay.instances where id <> all($1::uuid[])', [living])
  return living
}

const readNoFacts = (): InstanceFacts => ({ address: undefined, runs: {}, documents: undefined })

export const startRelayInstances = async (
  database: Database,
  log: FastifyBaseLogger,
  { leaseSeconds = defaultLeaseSeconds, takesWork = true }: InstanceOptions = {},
): Promise<RelayInstances> => {
  const id = randomUUID()
  const startedMs = performance.now()
  const lateAfterSeconds = leaseSeconds * lateLeases
  const looks: LookAtInstances[] = []
  let isDraining = !takesWork
  let readFacts = readNoFacts
  let shownDocuments: InstanceFacts['documents']
  const writeFacts = async () => {
    const { address = null, runs, documents } = readFacts()
    const uptimeSeconds = (performance.now() - startedMs) / 1_000
    // By the clock of the database: that of this machine may differ.
    const { rows } = await database.query<{ readonly lacks_documents: boolean }>(
      `insert into relay.instances (id, host, pid, version, started_at, is_draining, lease_seconds, address, runs, process)
       values ($1, $2, $3, $4, now() - make_interval(secs => $5), $6, $7, $8, $9, $10)
       on conflict (id) do update set seen_at = now(), is_draining = excluded.is_draining, address = excluded.address,
         runs = excluded.runs
       returning documents is null as lacks_documents`,
      [id, hostname(), process.pid, version, uptimeSeconds, isDraining, leaseSeconds, address, runs, nameOwnProcess()],
    )
    if (documents === undefined || (documents === shownDocuments && rows[0]?.lacks_documents === false)) return
    await database.query('update relay.instances set documents = $2 where id = $1', [id, documents])
    shownDocuments = documents
  }
  let showing: Promise<void> = Promise.resolve()
  /** In turn: on two connections the older facts could be written last. */
  const show = (): Promise<void> => {
    const shown = showing.then(writeFacts)
    showing = shown.catch(() => undefined)
    return shown
  }
  const lookAgain = async () => {
    await show()
    const living = await readLiving(database, id)
    for (const look of looks) await look(living)
  }
  await show()
  const isAlone = (await readLiving(database, id)).length === 1
  let looking: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    looking = looking.then(lookAgain).catch((error: unknown) => {
      log.warn({ err: error }, 'recovery of stopped relay instances failed, retrying')
    })
  }, leaseSeconds * 1_000)
  return {
    id,
    isAlone,
    leaseSeconds,
    lateAfterSeconds,
    show: (nowDraining = isDraining) => {
      isDraining = nowDraining
      return show()
    },
    describe: (read) => {
      readFacts = read
    },
    follow: async (look) => {
      await look(await readLiving(database, id))
      looks.push(look)
    },
    stop: async () => {
      clearInterval(timer)
      await looking
    },
    leave: async () => {
      await database.query('delete from relay.instances where id = $1', [id]).catch((error: unknown) => {
        log.warn({ err: error }, 'relay instance sign-off failed')
      })
    },
  }
}
