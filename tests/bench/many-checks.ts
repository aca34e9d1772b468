import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRelay, type Relay } from '#tests/fixtures/relay.ts'
import { startBenchProcess, withProcesses, type BenchProcess } from './bench-process.ts'
import type { CheckTargetCommands } from './programs/check-target.ts'
import type { ViewersCommands } from './programs/viewers.ts'

const perCanary = 50

interface Wanted {
  readonly checks: number
  readonly everySeconds: number
  readonly env?: Readonly<Record<string, string>>
}

export interface ManyChecks {
  readonly relay: Relay
  readonly port: number
  readonly target: BenchProcess<CheckTargetCommands>
  readonly viewers: BenchProcess<ViewersCommands>
  readonly paths: readonly string[]
  readonly checkNames: () => Promise<ReadonlyMap<string, string>>
  readonly cpuSeconds: () => Promise<number>
  readonly polls: () => Promise<number>
}

const createDocuments = ({ checks, everySeconds }: Wanted, targetPort: number): string =>
  Array.from(
    { length: checks / perCanary },
    (_, canary) => `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata: { name: canary-${canary}, namespace: bench }
spec:
  schedule: '@every ${everySeconds}s'
  http:
${listPaths(perCanary, canary * perCanary)
  .map((path) => `    - { name: '${path}', url: 'http://127.0.0.1:${targetPort}${path}' }\n`)
  .join('')}`,
  ).join('---\n')

const listPaths = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `/check-${from + i}`)

const sumSeries = (metrics: string, series: RegExp): number =>
  metrics
    .split('\n')
    .filter((line) => series.test(line))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)

export const withManyChecks = <T>(wanted: Wanted, measure: (lent: ManyChecks) => Promise<T>): Promise<T> =>
  withProcesses(
    {
      target: startBenchProcess<CheckTargetCommands>('check-target'),
      viewers: startBenchProcess<ViewersCommands>('viewers'),
    },
    async ({ target, viewers }) => {
      const document = createDocuments(wanted, await target.ask('start', undefined))
      const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
      const relay = await startRelay({ env: wanted.env ?? {}, resources: { 'many.yaml': document }, dataDir })
      const metrics = async () => (await fetch(`${relay.url}/metrics`)).text()
      try {
        return await measure({
          relay,
          port: Number(new URL(relay.url).port),
          target,
          viewers,
          paths: listPaths(wanted.checks),
          checkNames: async () => {
            const response = await fetch(`${relay.url}/api/db/checks?select=id,name`)
            const rows = (await response.json()) as { id: string; name: string }[]
            return new Map(rows.map(({ id, name }) => [id, name]))
          },
          cpuSeconds: async () => sumSeries(await metrics(), /^process_cpu_seconds_total /),
          polls: async () => sumSeries(await metrics(), /^quarterdeck_live_polls_total\{topic="health\.checks"/),
        })
      } finally {
        await relay.stop('SIGKILL')
        await rm(dataDir, { recursive: true, force: true })
      }
    },
  )
