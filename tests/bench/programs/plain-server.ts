import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { serveCommands, sharedNowMs, usedBytes } from '#tests/bench/bench-process.ts'

// The reference: `ws` alone, one frame that is encoded once and written to all sockets.

const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
let timer: ReturnType<typeof setInterval> | undefined

const encodeFrame = (payload: Buffer): Buffer[] => {
  const head = Buffer.alloc(payload.length < 126 ? 2 : payload.length < 65_536 ? 4 : 10)
  head[0] = 0x81
  if (payload.length < 126) head[1] = payload.length
  else if (payload.length < 65_536) {
    head[1] = 126
    head.writeUInt16BE(payload.length, 2)
  } else {
    head[1] = 127
    head.writeBigUInt64BE(BigInt(payload.length), 2)
  }
  return [head, payload]
}

interface Sender {
  sendFrame(frame: Buffer[]): void
}
const getSender = (socket: WebSocket): Sender => (socket as unknown as { readonly _sender: Sender })._sender

const commands = {
  start: async (): Promise<number> => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  },
  send: ({ bytes, perSecond }: { readonly bytes: number; readonly perSecond: number }): void => {
    clearInterval(timer)
    if (perSecond === 0) return
    const payload = Buffer.alloc(bytes, 0x78)
    timer = setInterval(() => {
      const frame = encodeFrame(payload)
      for (const socket of sockets.clients) getSender(socket).sendFrame(frame)
    }, 1_000 / perSecond)
  },
  spent: () => ({ cpuUs: process.cpuUsage().user + process.cpuUsage().system, nowMs: sharedNowMs() }),
  used: usedBytes,
}
export type PlainServerCommands = typeof commands
serveCommands(commands)
