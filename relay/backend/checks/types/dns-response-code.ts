import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'
import { hostAndPort } from '#relay/backend/clients/run/host-and-port.ts'

export const recordTypes = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  CAA: 257,
} as const
export type RecordType = keyof typeof recordTypes

const waitMs = 1_000

/**
 * The code of the first response, or undefined without one. The resolver reports codes that it does not know, such as 9
 * (not authorized), as responses without records.
 */
export const readResponseCode = async (
  servers: readonly string[],
  name: string,
  type: RecordType,
  signal: AbortSignal,
): Promise<number | undefined> => {
  const query = encodeQuery(name, type)
  if (query === undefined) return undefined
  const stop = new AbortController()
  const onAbort = (): void => stop.abort()
  signal.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(onAbort, waitMs)
  try {
    return await Promise.any(servers.map(async (server) => ask(server, query, stop.signal)))
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    stop.abort()
  }
}

const ask = async (server: string, query: Buffer, signal: AbortSignal): Promise<number> =>
  new Promise((resolve, reject) => {
    const { host, port } = hostAndPort(server) ?? { host: server.replace(/^\[(.*)\]$/, '$1'), port: 53 }
    const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4', signal })
    socket.once('error', reject).once('close', () => reject(new Error('no response')))
    socket.on('message', (response) => {
      const isReply = response.length >= 12 && response.readUInt16BE(0) === query.readUInt16BE(0)
      if (!isReply) return
      resolve(response.readUInt8(3) & 0x0f)
      socket.close()
    })
    socket.connect(port, host, () => socket.send(query))
  })

const encodeQuery = (name: string, type: RecordType): Buffer | undefined => {
  const labels = (domainToASCII(name) || name)
    .replace(/\.$/, '')
    .split('.')
    .map((label) => Buffer.from(label))
  if (labels.some(({ length }) => length === 0 || length > 63)) return undefined
  const head = Buffer.from([0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0])
  head.writeUInt16BE(randomInt(0x10000), 0)
  const end = Buffer.from([0, 0, 0, 0, 1])
  end.writeUInt16BE(recordTypes[type], 1)
  return Buffer.concat([head, ...labels.flatMap((label) => [Buffer.from([label.length]), label]), end])
}
