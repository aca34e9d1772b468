import { readFile } from 'node:fs/promises'
import { measurePace } from '#tests/bench/check-engine.ts'
import { createDatabase, startMigratedServer } from '#tests/fixtures/migrated-server.ts'
import type { Queryable } from '#relay/database/database.ts'

export interface Costs {
  /** Milliseconds of processor time per result. */
  readonly relayMs: number
  readonly databaseMs: number
}

const msPerTick = 10

const readStat = async (pid: number): Promise<readonly number[]> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in parentheses may contain spaces. What follows begins with the state, so that field 4 is index 1.
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
}

/** Of the PostgreSQL server with all connections, past ones too; Linux only. */
const readServerCpuMs = async (database: Queryable): Promise<number> => {
  const { rows } = await database.query<{ pid: number; own: number }>(
    'select pid, pg_backend_pid() as own from pg_stat_activity',
  )
  const [, parent = 0] = await readStat(rows[0]?.own ?? 0)
  const [, , , , , , , , , , , user = 0, system = 0, endedUser = 0, endedSystem = 0] = await readStat(parent)
  let ticks = user + system + endedUser + endedSystem
  for (const { pid } of rows) {
    const stat = await readStat(pid)
    ticks += (stat[11] ?? 0) + (stat[12] ?? 0)
  }
  return ticks * msPerTick
}

/** HTTP checks on PostgreSQL, of one relay. */
export const measureCosts = async (): Promise<Costs> => {
  const server = await startMigratedServer()
  try {
    let serverMs = 0
    const wanted = { checks: 10_000, intervalSeconds: 30, url: await createDatabase(server.url) }
    const { cpuMs, startsPerSecond, measuredMs } = await measurePace(wanted, async (database, measure) => {
      const before = await readServerCpuMs(database)
      const pace = await measure()
      serverMs = (await readServerCpuMs(database)) - before
      return pace
    })
    const results = (startsPerSecond * measuredMs) / 1_000
    return { relayMs: cpuMs / results, databaseMs: serverMs / results }
  } finally {
    await server.stop()
  }
}
