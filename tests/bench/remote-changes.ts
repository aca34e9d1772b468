import pg from 'pg'
import { agents } from '#shared/agents/agents-topic.ts'
import { openListener } from '#relay/database/server-listener.ts'
import { connectRaw } from '#tests/fixtures/live-socket.ts'
import { startPostgres } from '#tests/fixtures/postgres.ts'
import { startRelayApp } from '#tests/fixtures/relay-app.ts'
import { startSummaryBackend } from '#tests/fixtures/summary-backend.ts'
import { median, p99, wait, type Bench } from './bench.ts'

const changes = 100
const acceptedP50Ms = 1_000

/** The table has no trigger with NOTIFY, and each write comes at a random time. */
const remoteChange: Bench = {
  name: 'change in a production database → at the viewer, p50 (table without NOTIFY)',
  goal: { atMost: 1 },
  run: async () => {
    const postgres = await startPostgres()
    const url = postgres.toUrl('postgres')
    const writer = new pg.Client({ connectionString: url })
    await writer.connect()
    await writer.query('create table agents (id text primary key, version int); insert into agents values ($$a$$, 0)')
    const backend = await startSummaryBackend()
    let version = 0
    backend.more = ({ pathname }) =>
      pathname === '/db/agents_summary' ? { body: [{ id: 'a', name: 'a', version: `${version}` }] } : undefined
    const listener = openListener(url, () => undefined)
    const relay = await startRelayApp(backend.url, {}, { notices: listener })
    const viewer = await connectRaw(relay.url)
    try {
      await viewer.subscribe({ topic: agents.name, params: {} })
      await viewer.next('snapshot')
      const tookMs: number[] = []
      for (let change = 0; change < changes; change += 1) {
        await wait(Math.random() * 2_000)
        version += 1
        await writer.query('update agents set version = $1', [version])
        const atMs = performance.now()
        await viewer.next('patch')
        tookMs.push(performance.now() - atMs)
      }
      const ours = median(tookMs)
      const note = `p99 ${Math.round(p99(tookMs))} ms (accepted: 5,000)`
      return { ours, reference: acceptedP50Ms, ratio: ours / acceptedP50Ms, unit: 'ms', note }
    } finally {
      viewer.close()
      await relay.stop()
      await listener.close()
      await backend.stop()
      await writer.end()
      await postgres.stop()
    }
  },
}

export const remoteChanges: readonly Bench[] = [remoteChange]
