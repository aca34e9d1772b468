import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { writeCanaries } from '#relay/backend/checks/store/canary-store.ts'
import { checkKinds } from '#relay/backend/checks/types/check-types.ts'
import { startBackend } from '#relay/backend/engine/backend.ts'
import { scraperKinds } from '#relay/backend/scrapers/scraper-kinds.ts'
import { openInstallationKeys } from '#relay/backend/secrets/installation-key.ts'
import { secretRelations } from '#relay/backend/secrets/secret-relations.ts'
import { createStoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Database } from '#relay/database/database.ts'
import { openDatabase } from '#relay/database/open-database.ts'
import { startBenchProcess, withProcesses } from './bench-process.ts'
import { wait } from './bench.ts'
import type { CheckTargetCommands } from './programs/check-target.ts'

export const perCanary = 50

interface Wanted {
  readonly checks: number
  readonly intervalSeconds: number
  /** Address of a PostgreSQL database; the embedded one without. */
  readonly url?: string
}

export interface CheckPace {
  readonly startsPerSecond: number
  /** Milliseconds between the planned and the actual start, ascending. */
  readonly lateMs: readonly number[]
  readonly missed: number
  /** Of this process, with its threads: the engine, and the database if it is embedded. */
  readonly cpuMs: number
  readonly measuredMs: number
}

const toCanaries = ({ checks, intervalSeconds }: Wanted, targetPort: number) =>
  Array.from({ length: checks / perCanary }, (_, canary) => ({
    id: crypto.randomUUID(),
    name: `canary-${canary}`,
    namespace: 'bench',
    labels: { team: `team-${canary % 7}` },
    annotations: {},
    source: 'UI',
    spec: {
      schedule: `@every ${intervalSeconds}s`,
      http: Array.from({ length: perCanary }, (__, check) => ({
        name: `check-${check}`,
        url: `http://127.0.0.1:${targetPort}/`,
      })),
    },
  }))

/** Two intervals of HTTP checks, after the first one. `around` gets the database and the measurement to run. */
export const measurePace = (
  wanted: Wanted,
  around: (database: Database, measure: () => Promise<CheckPace>) => Promise<CheckPace> = (_, measure) => measure(),
): Promise<CheckPace> =>
  withProcesses({ target: startBenchProcess<CheckTargetCommands>('check-target') }, async ({ target }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
    const database = await openDatabase(wanted.url === undefined ? { dataDir } : { url: wanted.url })
    const { vault } = await openInstallationKeys(dataDir, undefined)
    const secrets = createStoredSecrets(vault, secretRelations({ checks: checkKinds, scrapers: scraperKinds.here }))
    await writeCanaries(database, secrets, toCanaries(wanted, await target.ask('start', undefined)))
    const late: number[] = []
    let missed = 0
    const backend = await startBackend({
      database,
      resourcesDir: join(dataDir, 'resources'),
      dataDir,
      log: pino({ level: 'warn' }),
      beginAtOnce: true,
      onStart: (lateMs) => late.push(lateMs),
      onMissed: () => (missed += 1),
    })
    try {
      await wait((wanted.intervalSeconds + 2) * 1_000)
      return await around(database, async () => {
        late.length = 0
        missed = 0
        const measuredMs = 2 * wanted.intervalSeconds * 1_000
        const cpu = process.cpuUsage()
        await wait(measuredMs)
        const { user, system } = process.cpuUsage(cpu)
        return {
          startsPerSecond: late.length / (measuredMs / 1_000),
          lateMs: late.toSorted((a, b) => a - b),
          missed,
          cpuMs: (user + system) / 1_000,
          measuredMs,
        }
      })
    } finally {
      await backend.stop()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  })

export const lateAt = ({ lateMs }: Pick<CheckPace, 'lateMs'>, share: number): number =>
  Math.round(lateMs[Math.floor(share * (lateMs.length - 1))] ?? 0)
