import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveCommands, sharedNowMs } from '#tests/bench/bench-process.ts'

const failing = new Set<string>()
const answeredAtMs = new Map<string, number>()
const turning = new Set<string>()

const commands = {
  start: async (): Promise<number> => {
    const server = createServer(({ url = '' }, response) => {
      if (turning.delete(url)) answeredAtMs.set(url, sharedNowMs())
      response.writeHead(failing.has(url) ? 503 : 200).end('ok')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  },
  turn: (paths: readonly string[]): void => {
    for (const path of paths) {
      if (!failing.delete(path)) failing.add(path)
      answeredAtMs.delete(path)
      turning.add(path)
    }
  },
  /** On the clock that all processes share. */
  turnedAtMs: (): ReadonlyMap<string, number> => answeredAtMs,
}
export type CheckTargetCommands = typeof commands
serveCommands(commands)
