import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journalPageSchema } from '#shared/live/journal.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { heldAfter } from '#tests/fixtures/held-state.ts'
import { connectRaw } from '#tests/fixtures/live-socket.ts'
import { startRelay, type Relay } from '#tests/fixtures/relay.ts'
import { startSummaryBackend, makeSummary, type SummaryBackend } from '#tests/fixtures/summary-backend.ts'

const many = 400
const summaries = () =>
  Array.from({ length: many }, (_, at) => makeSummary(`c${at}`, { last_runtime: '2026-11-21T10:00:00Z' }))
const read = async (relay: Relay, query = '') => {
  const response = await fetch(`${relay.url}/live/journal?topic=health.checks${query}`)
  return { status: response.status, body: (await response.json()) as unknown }
}
const loadEntries = async (relay: Relay, query = '') => journalPageSchema.parse((await read(relay, query)).body).entries
const runCheckNow = (relay: Relay) => fetch(`${relay.url}/api/canary/run/check/c0`, { method: 'POST' })

describe('relay in front of a remote backend', { timeout: 180_000 }, () => {
  let backend: SummaryBackend
  let relay: Relay
  let dataDir: string
  beforeAll(async () => {
    backend = await startSummaryBackend()
    backend.checks = summaries()
    dataDir = await mkdtemp(join(tmpdir(), 'quarterdeck-journal-'))
    relay = await startRelay({ env: { BACKEND_URL: backend.url }, dataDir })
  }, 180_000)
  afterAll(async () => {
    await relay.stop()
    await backend.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('serves entries journalled without viewers, by entity and time', async () => {
    await eventually(() => expect(backend.requests).toContain('GET /canary/api/summary'))
    await eventually(async () => expect((await read(relay)).body).toMatchObject({ reachesBackTo: expect.any(String) }))
    backend.checks = summaries().with(7, makeSummary('c7', { status: 'unhealthy', message: 'connection refused' }))
    await runCheckNow(relay)
    const [entry] = await eventually(async () => {
      const found = await loadEntries(relay, '&entity=c7')
      expect(found).toHaveLength(1)
      return found
    })
    expect(entry).toMatchObject({
      kind: 'put',
      entity: 'c7',
      row: { id: 'c7', status: 'unhealthy', message: 'connection refused' },
      before: { status: 'healthy', message: '' },
    })
    expect(await loadEntries(relay, `&from=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([])
  })

  test('after a kill, a returning viewer gets only the changes and matches the relay', async () => {
    const first = await connectRaw(relay.url)
    await first.subscribe({ topic: 'health.checks', params: {} })
    const snapshot = await first.next('snapshot')
    const held = heldAfter(first.messages)
    first.close()
    backend.checks = backend.checks.with(9, makeSummary('c9', { status: 'unhealthy' }))
    await runCheckNow(relay)
    await eventually(async () => expect(await loadEntries(relay, '&entity=c9')).toHaveLength(1))
    await relay.stop('SIGKILL')

    backend.checks = backend.checks.with(11, makeSummary('c11', { status: 'unhealthy' }))
    relay = await startRelay({ env: { BACKEND_URL: backend.url }, dataDir })
    const again = await connectRaw(relay.url)
    await again.subscribe({ topic: 'health.checks', params: {}, have: { epoch: held.epoch, version: held.version } })
    await eventually(() => {
      expect(heldAfter(again.messages, held).rows.get('c11')).toMatchObject({ status: 'unhealthy' })
    })
    const fresh = await connectRaw(relay.url)
    await fresh.subscribe({ topic: 'health.checks', params: {} })
    await fresh.next('snapshot')
    expect(heldAfter(again.messages, held)).toEqual(heldAfter(fresh.messages))
    expect(heldAfter(again.messages, held).epoch).toBe(held.epoch)
    const bytes = again.messages.reduce((sum, message) => sum + JSON.stringify(message).length, 0)
    expect(bytes).toBeLessThan(JSON.stringify(snapshot).length / 10)

    await eventually(async () => {
      const entries = await loadEntries(relay)
      expect(entries.find(({ kind }) => kind === 'gap')).toMatchObject({ why: 'relay', until: expect.any(String) })
      const entities = entries.flatMap((entry) => (entry.kind === 'gap' ? [] : [entry.entity]))
      expect(entities).toEqual(['c11', 'c9', 'c7'])
    })
    again.close()
    fresh.close()
  })

  test('rejects invalid queries with the error and the valid values', async () => {
    const questions = [
      '',
      '?topic=health.checks&limit=0',
      '?topic=health.checks&since=1',
      '?topic=no.such',
      '?topic=health.statuses',
    ]
    const responses = await Promise.all(
      questions.map(async (query) => {
        const response = await fetch(`${relay.url}/live/journal${query}`)
        const { error } = (await response.json()) as { error: string }
        return [response.status, error]
      }),
    )
    expect(responses).toEqual([
      [400, 'Invalid journal parameter "topic".'],
      [400, 'Invalid journal parameter "limit".'],
      [400, 'Unknown journal parameter "since".'],
      [400, 'Unknown topic "no.such".'],
      [400, 'The topic "health.statuses" has no journal.'],
    ])
    const params = await fetch(`${relay.url}/live/journal?topic=health.checks&params={"a":1}`)
    expect(await params.json()).toMatchObject({ code: 'bad_request' })
  })

  test('reports the state of the journal, and exposes none of it through the data API', async () => {
    const ready = await fetch(`${relay.url}/readyz`)
    expect(await ready.json()).toMatchObject({ ready: true, degraded: false, parts: { journal: { state: 'up' } } })
    const metrics = await (await fetch(`${relay.url}/metrics`)).text()
    expect(metrics).toContain('quarterdeck_journal_feeds 1')
    expect(metrics).toMatch(/quarterdeck_journal_entries_total [1-9]/)
  })
})
