import { connect } from 'node:net'
import { z } from 'zod'
import { defineCheckType } from './define-check-type.ts'
import { thresholdMillis } from '#relay/backend/clients/run/fields.ts'
import { hostAndPort } from '#relay/backend/clients/run/host-and-port.ts'

const spec = z.strictObject({
  endpoint: z.string().refine((text) => hostAndPort(text) !== undefined, {
    error: ({ input }) => {
      const scheme = typeof input === 'string' ? /^\s*([a-z][\w+.-]*):\/\//i.exec(input)?.[1] : undefined
      if (scheme === undefined) return 'must be host:port, or [address]:port for IPv6'
      return `must be host:port without ${scheme}://: a TCP check only opens a connection`
    },
  }),
  thresholdMillis,
})
type TcpSpec = z.infer<typeof spec>

export const tcp = defineCheckType<TcpSpec>({
  key: 'tcp',
  spec,
  formatEndpoint: ({ endpoint }) => endpoint,
  run: async ({ endpoint, thresholdMillis: most }, { signal }) => {
    const { host, port } = hostAndPort(endpoint) ?? { host: endpoint, port: 0 }
    const start = performance.now()
    const address = await findOpenAddress(host, port, signal)
    const elapsedMs = Math.round(performance.now() - start)
    const slow = most !== undefined && most > 0 && elapsedMs > most
    return {
      pass: !slow,
      message: slow
        ? `Expected ${endpoint} to accept a connection within ${most} ms, but it took ${elapsedMs} ms.`
        : `${endpoint} accepted a connection in ${elapsedMs} ms`,
      durationMs: elapsedMs,
      details: { host, port, address, elapsedMs },
    }
  },
})

const findOpenAddress = async (host: string, port: number, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, autoSelectFamily: true, signal })
    socket.once('error', reject)
    socket.once('connect', () => {
      const address = socket.remoteAddress ?? host
      socket.destroy()
      resolve(address)
    })
  })
