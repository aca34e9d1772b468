import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logBackendsRoute, logsRoute } from '#shared/logs/log-routes.ts'
import { startRelay, type Relay } from '#tests/fixtures/relay.ts'
import { median, type Bench } from './bench.ts'

const lines = 1_000_000
const needle = 'first line of all'

const writeLines = async (folder: string): Promise<string> => {
  const path = join(folder, 'many.log')
  const file = createWriteStream(path)
  const startMs = Date.now() - 3_000_000
  for (let line = 0; line < lines; line += 1) {
    const time = new Date(startMs + line * 2).toISOString()
    const text = line === 0 ? needle : `GET /cart/${line} from 10.0.${line % 256}.${line % 200} took ${line % 977} ms`
    if (!file.write(`${time} ${line % 40 === 0 ? 'ERROR' : 'INFO'} ${text}\n`)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
  return path
}

const search = async (relay: Relay, id: string, question: object) => {
  const start = performance.now()
  const response = await fetch(`${relay.url}/api/logs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ backend: id, start: new Date(Date.now() - 7_200_000).toISOString(), ...question }),
  })
  const { total } = logsRoute.response.parse(await response.json())
  return { ms: performance.now() - start, total }
}

/** In MB. */
const readPeakMemory = async (processId: number | undefined): Promise<number> => {
  const [, kilobytes = '0'] = /^VmHWM:\s+(\d+)/m.exec(await readFile(`/proc/${processId}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

const document = (path: string) =>
  `apiVersion: v1\nkind: LoggingBackend\nmetadata: { name: many }\nspec: { backends: [{ file: { path: '${path}' } }] }\n`

const withLines = async <T>(work: (relay: Relay, id: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-log-bench-'))
  const path = await writeLines(folder)
  const relay = await startRelay({ resources: { 'many.yaml': document(path) } })
  try {
    const backends = logBackendsRoute.response.parse(await (await fetch(`${relay.url}/api/logs/backends`)).json())
    return await work(relay, backends.find(({ name }) => name === 'many')?.id ?? '')
  } finally {
    await relay.stop()
    await rm(folder, { recursive: true })
  }
}

const wantedMs = 1_000

const firstHits: Bench = {
  name: 'logs: one text in 1,000,000 lines of files, first hits ÷ 1 s',
  goal: { atMost: 1 },
  run: () =>
    withLines(async (relay, id) => {
      await search(relay, id, { query: needle })
      const before = await readPeakMemory(relay.processId)
      const rare = []
      for (let round = 0; round < 5; round += 1) rare.push(await search(relay, id, { query: needle }))
      if (rare.some(({ total }) => total !== 1)) throw new Error('The line was not found.')
      const often = await search(relay, id, { query: 'took 5' })
      const grown = (await readPeakMemory(relay.processId)) - before
      const ours = median(rare.map(({ ms }) => ms))
      return {
        ours,
        reference: wantedMs,
        ratio: ours / wantedMs,
        unit: 'ms',
        note: `the only hit is the oldest line; many hits ${often.ms.toFixed(0)} ms; peak memory +${grown.toFixed(0)} MB`,
      }
    }),
}

export const logSearch: readonly Bench[] = [firstHits]
