import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { startBackend } from '#relay/backend/engine/backend.ts'
import { writeCanaries } from '#relay/backend/checks/store/canary-store.ts'
import { checkKinds } from '#relay/backend/checks/types/check-types.ts'
import { scraperKinds } from '#relay/backend/scrapers/scraper-kinds.ts'
import { openInstallationKeys } from '#relay/backend/secrets/installation-key.ts'
import { secretRelations } from '#relay/backend/secrets/secret-relations.ts'
import { createStoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import { openDatabase } from '#relay/database/open-database.ts'
import { wait, type Bench } from '#tests/bench/bench.ts'

const perCanary = 50
const intervalSeconds = 30
const warmUpMs = 32_000
const measuredMs = 2 * intervalSeconds * 1_000

const startTarget = async () => {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads')
     const server = require('node:http').createServer((_, response) => response.end('ok'))
     server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`,
    { eval: true },
  )
  const [port]: number[] = await once(worker, 'message')
  return { url: `http://127.0.0.1:${port}/`, stop: () => worker.terminate() }
}

const schedule = (checks: number, settings: Pick<Bench, 'onlyWhenNamed'> = {}): Bench => ({
  name: `${checks.toLocaleString('en')} checks every ${intervalSeconds} s stay on schedule`,
  goal: { atLeast: 0.99 },
  ...settings,
  run: async () => {
    const target = await startTarget()
    const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
    const database = await openDatabase({ dataDir })
    const { vault } = await openInstallationKeys(dataDir, undefined)
    await writeCanaries(
      database,
      createStoredSecrets(vault, secretRelations({ checks: checkKinds, scrapers: scraperKinds.here })),
      Array.from({ length: checks / perCanary }, (_, canary) => ({
        id: crypto.randomUUID(),
        name: `canary-${canary}`,
        namespace: 'bench',
        labels: { team: `team-${canary % 7}` },
        annotations: {},
        source: 'UI',
        spec: {
          schedule: `@every ${intervalSeconds}s`,
          http: Array.from({ length: perCanary }, (__, check) => ({ name: `check-${check}`, url: target.url })),
        },
      })),
    )
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
      await wait(warmUpMs)
      late.length = 0
      missed = 0
      const cpu = process.cpuUsage()
      await wait(measuredMs)
      const { user, system } = process.cpuUsage(cpu)
      const sorted = late.toSorted((a, b) => a - b)
      const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
      const ours = sorted.length / (measuredMs / 1_000)
      const reference = checks / intervalSeconds
      const cores = ((user + system) / 1_000 / measuredMs).toFixed(2)
      return {
        ours,
        reference,
        ratio: ours / reference,
        unit: 'starts/s',
        note: `late p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; ${missed} missed; ${cores} cores`,
      }
    } finally {
      await backend.stop()
      await database.close()
      await target.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
})

export const checkSchedules = [schedule(5_000), schedule(20_000, { onlyWhenNamed: true })]
