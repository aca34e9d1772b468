import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { fieldChangeSchema } from '#shared/live/field-change.ts'
import { ackEvery, liveProtocolVersion } from '#shared/live/messages.ts'
import { serveCommands, sharedNowMs } from '#tests/bench/bench-process.ts'

// Cheap enough that thousands fit beside the measured server: TCP sockets with the minimum of WebSocket, Engine.IO
// and the live protocol.

interface Wanted {
  readonly port: number
  readonly count: number
  readonly speaks: 'live' | 'plain'
  readonly have?: { readonly epoch: string; readonly version: number }
}

interface Viewer {
  readonly socket: Socket
  rest: Buffer
  isUpgraded: boolean
  bytes: number
  messages: number
  feed: string
  sinceAck: number
  epoch: string
  version: number
  isStalled: boolean
}

const viewers: Viewer[] = []
let arrivals: number[] | null = null

interface Received {
  readonly viewer: Viewer
  readonly atMs: number
  readonly text: string
}
let received: Received[] | null = null

export interface RowArrival {
  readonly viewer: number
  readonly atMs: number
  readonly name: string
  readonly status: string
}
const patchSchema = z.object({
  kind: z.literal('patch'),
  put: z.array(z.object({ id: z.string(), status: z.string() })),
  set: z.array(fieldChangeSchema).optional(),
})
const rowsIn = ({ viewer, atMs, text }: Received, nameById: ReadonlyMap<string, string>): RowArrival[] => {
  const patch = patchSchema.safeParse(JSON.parse(text))
  if (!patch.success) return []
  const { put, set = [] } = patch.data
  const changed = set.flatMap(([id, { status }]) => (typeof status === 'string' ? [{ id, status }] : []))
  return [...put, ...changed].flatMap(({ id, status }) => {
    const name = nameById.get(id)
    return name === undefined ? [] : [{ viewer: viewers.indexOf(viewer), atMs, name, status }]
  })
}

/** Masked, as clients must send; short texts only. */
const encodeFrame = (text: string): Buffer => {
  const payload = Buffer.from(text)
  const mask = randomBytes(4)
  const head =
    payload.length < 126
      ? Buffer.from([0x81, 0x80 | payload.length])
      : Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 255])
  for (let i = 0; i < payload.length; i++) payload[i] = (payload[i] ?? 0) ^ (mask[i & 3] ?? 0)
  return Buffer.concat([head, mask, payload])
}
const pong = encodeFrame('3')

const numberAfter = (text: string, name: string): number => Number(new RegExp(`"${name}":(\\d+)`).exec(text)?.[1] ?? -1)

const onText = (viewer: Viewer, wanted: Wanted, data: Buffer, at: number, size: number) => {
  const kind = data[at]
  if (wanted.speaks === 'plain') {
    viewer.messages += 1
    arrivals?.push(sharedNowMs())
    return
  }
  if (kind === 0x30) viewer.socket.write(encodeFrame(`40${JSON.stringify({ protocol: liveProtocolVersion })}`))
  else if (kind === 0x32) viewer.socket.write(pong)
  else if (kind === 0x34) {
    const second = data[at + 1]
    if (second === 0x30) {
      const { have } = wanted
      viewer.socket.write(
        encodeFrame(
          `420${JSON.stringify(['subscribe', { topic: 'health.checks', params: {}, ...(have && { have }) }])}`,
        ),
      )
    } else if (second === 0x33) viewer.feed = /"feed":"([^"]+)"/.exec(data.toString('utf8', at, at + size))?.[1] ?? ''
    else if (data.toString('latin1', at, at + messageStart.length) === messageStart)
      onMessage(viewer, data, { start: at + messageStart.length, end: at + size - 1 })
  }
}

const messageStart = '42["feed",'
const ackSample = 300

/** `text` holds the JSON of a message between `start` and `end`. */
const onMessage = (viewer: Viewer, text: Buffer, { start, end }: { readonly start: number; readonly end: number }) => {
  viewer.messages += 1
  arrivals?.push(sharedNowMs())
  received?.push({ viewer, atMs: sharedNowMs(), text: text.toString('utf8', start, end) })
  viewer.sinceAck += 1
  if (viewer.messages > 1 && viewer.sinceAck < ackEvery) return
  // The position is at the start or end of a message, never among its rows.
  const first = text.toString('utf8', start, Math.min(end, start + ackSample))
  const ends = `${first} ${text.toString('utf8', Math.max(start, end - ackSample), end)}`
  const version = numberAfter(ends, 'version')
  if (version < 0) return
  viewer.version = version
  viewer.epoch = /"epoch":"([^"]+)"/.exec(ends)?.[1] ?? viewer.epoch
  viewer.sinceAck = 0
  viewer.socket.write(encodeFrame(`42${JSON.stringify(['ack', viewer.feed, version])}`))
}

/** All viewers get the same bytes: one of them decompresses. */
let unpacked = { gzip: Buffer.alloc(0), text: Buffer.alloc(0) }

const onPacked = (viewer: Viewer, gzip: Buffer) => {
  if (!gzip.equals(unpacked.gzip)) unpacked = { gzip: Buffer.from(gzip), text: gunzipSync(gzip) }
  onMessage(viewer, unpacked.text, { start: 0, end: unpacked.text.length })
}

const onData = (viewer: Viewer, wanted: Wanted, chunk: Buffer) => {
  viewer.bytes += chunk.length
  let data = viewer.rest.length === 0 ? chunk : Buffer.concat([viewer.rest, chunk])
  if (!viewer.isUpgraded) {
    const end = data.indexOf('\r\n\r\n')
    if (end < 0) {
      viewer.rest = data
      return
    }
    if (!data.subarray(0, 20).includes('101')) throw new Error(data.toString('utf8', 0, 200))
    viewer.isUpgraded = true
    data = data.subarray(end + 4)
  }
  let at = 0
  while (data.length - at >= 2) {
    const short = (data[at + 1] ?? 0) & 127
    const headSize = short < 126 ? 2 : short === 126 ? 4 : 10
    if (data.length - at < headSize) break
    const size = short < 126 ? short : short === 126 ? data.readUInt16BE(at + 2) : Number(data.readBigUInt64BE(at + 2))
    if (data.length - at < headSize + size) break
    const opcode = (data[at] ?? 0) & 15
    if (opcode === 1) onText(viewer, wanted, data, at + headSize, size)
    else if (opcode === 2) onPacked(viewer, data.subarray(at + headSize, at + headSize + size))
    at += headSize + size
  }
  viewer.rest = at === data.length ? Buffer.alloc(0) : data.subarray(at)
}

const open = (wanted: Wanted): Viewer => {
  const socket = connect(wanted.port, '127.0.0.1')
  const viewer: Viewer = {
    socket,
    rest: Buffer.alloc(0),
    isUpgraded: false,
    bytes: 0,
    messages: 0,
    feed: '',
    sinceAck: 0,
    epoch: '',
    version: -1,
    isStalled: false,
  }
  socket.setNoDelay(true)
  socket.on('data', (chunk) => onData(viewer, wanted, chunk))
  socket.on('error', () => undefined)
  const key = randomBytes(16).toString('base64')
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:${wanted.port}\r\nUpgrade: websocket\r\n` +
      `Connection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  )
  return viewer
}

const inFlight = 50

const commands = {
  open: async (wanted: Wanted): Promise<void> => {
    const mine: Viewer[] = []
    const ready = ({ messages, isUpgraded }: Viewer) => (wanted.speaks === 'live' ? messages > 0 : isUpgraded)
    while (mine.length < wanted.count) {
      for (let i = 0; i < inFlight && mine.length < wanted.count; i++) mine.push(open(wanted))
      while (!mine.every(ready)) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    viewers.push(...mine)
  },
  close: (): void => {
    for (const { socket } of viewers.splice(0)) socket.destroy()
  },
  stall: (count: number): void => {
    for (const viewer of viewers.slice(0, count)) {
      viewer.isStalled = true
      viewer.socket.pause()
    }
  },
  wake: (): void => {
    for (const viewer of viewers) if (viewer.isStalled) viewer.socket.resume()
  },
  arrivals: (): number[] => {
    const before = arrivals ?? []
    arrivals = []
    return before
  },
  receive: (): void => {
    received = []
  },
  rowsReceived: (nameById: ReadonlyMap<string, string>): RowArrival[] => {
    const rows = (received ?? []).flatMap((one) => rowsIn(one, nameById))
    received = null
    return rows
  },
  totals: () => ({
    bytes: viewers.reduce((sum, { bytes }) => sum + bytes, 0),
    messages: viewers.reduce((sum, { messages }) => sum + messages, 0),
    positions: viewers.map(({ epoch, version }) => ({ epoch, version })),
  }),
}
export type ViewersCommands = typeof commands
serveCommands(commands)
