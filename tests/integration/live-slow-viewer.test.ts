import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { toCheckRow, type CheckRow } from '#shared/health/check-row.ts'
import { feedMessageSchema, liveProtocolVersion, type PlainMessage } from '#shared/live/messages.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { connectRaw, unpacked } from '#tests/fixtures/live-socket.ts'
import { startRelayApp } from '#tests/fixtures/relay-app.ts'
import { startSummaryBackend, makeSummary } from '#tests/fixtures/summary-backend.ts'

const subscription = { topic: 'health.checks', params: {} }
/** Cannot be compressed. */
const noise = Array.from({ length: 200 }, () => randomBytes(7_500).toString('base64'))
const bulky = (round: number) => noise.map((text, n) => makeSummary(`check-${n}`, { message: `${round} ${text}` }))

/** Packets of Engine.IO and Socket.IO by hand, because reading must be stoppable as on a sleeping laptop. */
const connectByHand = async (url: string) => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  const received: PlainMessage[] = []
  socket.on('message', (data: Buffer<ArrayBuffer>, isBinary: boolean) => {
    if (isBinary) received.push(unpacked({ kind: 'packed', gzip: data }))
    if (isBinary) return
    const text = data.toString()
    if (text.startsWith('0')) socket.send(`40${JSON.stringify({ protocol: liveProtocolVersion })}`)
    if (text === '2') socket.send('3')
    if (text.startsWith('40')) socket.send(`420${JSON.stringify(['subscribe', subscription])}`)
    if (text.startsWith('42'))
      received.push(unpacked(feedMessageSchema.parse((JSON.parse(text.slice(2)) as unknown[])[1])))
  })
  await eventually(() => expect(received).toHaveLength(1))
  return { socket, received }
}

const rowsAfter = (messages: readonly PlainMessage[]): Map<string, CheckRow> => {
  const rows = new Map<string, CheckRow>()
  for (const message of messages) {
    if (message.kind === 'snapshot') rows.clear()
    const put = message.kind === 'snapshot' ? message.rows : message.kind === 'patch' ? message.put : []
    for (const row of put as CheckRow[]) rows.set(row.id, row)
  }
  return rows
}

test('a viewer that stops reading only costs a position, blocks no one, and catches up in one step', async () => {
  const backend = await startSummaryBackend()
  backend.checks = bulky(0)
  const relay = await startRelayApp(backend.url)
  const quick = await connectRaw(relay.url)
  const response = await quick.subscribe(subscription)
  if (!response.ok) throw new Error(response.message)
  await quick.next('snapshot')
  const slow = await connectByHand(relay.url)

  slow.socket.pause()
  const rounds = 12
  for (let round = 1; round <= rounds; round += 1) {
    backend.checks = bulky(round)
    quick.socket.emit('refresh', response.feed)
    await quick.next('patch')
  }
  const metrics = await (await fetch(`${relay.url}/metrics`)).text()
  expect(metrics).toMatch(/quarterdeck_live_set_aside_total [1-9]/)

  slow.socket.resume()
  await eventually(() =>
    expect(rowsAfter(slow.received).get('check-7')).toEqual(toCheckRow(bulky(rounds)[7] ?? makeSummary(''))),
  )
  expect(slow.received.length).toBeLessThan(rounds)
  const patches = slow.received.filter((message) => message.kind === 'patch')
  expect(patches.map(({ from }) => from)).toEqual([1, ...patches.slice(0, -1).map(({ version }) => version)])

  slow.socket.terminate()
  quick.close()
  await relay.stop()
  await backend.stop()
})
