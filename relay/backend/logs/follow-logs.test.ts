import { EventEmitter, once } from 'node:events'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { followLogs } from './follow-logs.ts'
import type { SearchLogsDeps } from './search-logs.ts'

const logRequest = {
  of: { kind: 'component', selector: { type: '', externalId: '', labels: {} } },
  canReadConsole: false,
  filter: { labels: {}, text: '', include: {}, exclude: {}, fromMs: 0, toMs: 0, limit: 500 },
} as const

test('reports that a log is followed only once its files are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-follow-'))
  const path = join(folder, 'a.log')
  await writeFile(path, 'before\n')
  const row = { id: 'b', name: 'files', spec: { backends: [{ file: { path } }] } }
  const gate = new EventEmitter()
  const opened = once(gate, 'open')
  const deps = {
    database: { query: async () => ({ rows: [row], affectedRows: 0 }) },
    secrets: { open: (_relation: string, stored: object) => stored },
    clients: { isHidden: () => opened.then(() => false) },
  } as unknown as SearchLogsDeps
  const disconnect = new AbortController()
  const tail = followLogs(logRequest, deps, disconnect.signal)
  let isReported = false
  const first = tail.next().then((message) => {
    isReported = true
    return message
  })
  await appendFile(path, 'too early\n')
  expect(isReported).toBe(false)
  gate.emit('open')
  expect(await first).toEqual({ done: false, value: { lines: [] } })
  await appendFile(path, 'in time\n')
  expect(await tail.next()).toMatchObject({ value: { lines: [{ message: 'in time' }] } })
  disconnect.abort()
  await tail.return(undefined)
  await rm(folder, { recursive: true })
})
