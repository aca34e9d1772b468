import { createSocket } from 'node:dgram'
import { connect, isIPv6 } from 'node:net'
import { hostAndPort } from '#relay/backend/clients/run/host-and-port.ts'
import { encodeQuery, InvalidMessage, parseResponse, type DnsResponse, type RecordType } from './dns-message.ts'

/** The lookup failed, as opposed to a response without records. Its message is a reason. */
export class LookupError extends Error {
  override readonly name = 'LookupError'
  readonly isFromServer: boolean

  constructor(reason: string, { isFromServer = false } = {}) {
    super(reason)
    this.isFromServer = isFromServer
  }
}

/** Final: no other name server is queried. */
class NameError extends LookupError {}

interface Lookup {
  /** Addresses, with `:port` unless it is 53. */
  readonly servers: readonly string[]
  readonly name: string
  readonly type: RecordType
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export const invalidResponse = 'the name server sent an invalid response'
const rounds = 2
const leastWaitMs = 500

const formatError = 1
const nameError = 3
const notImplemented = 4
const codeReasons = new Map([
  [formatError, 'the name server could not parse the query'],
  [2, 'the name server failed'],
  [nameError, 'the name does not exist'],
  [notImplemented, 'the name server does not support the query'],
  [5, 'the name server rejected the query'],
])

/**
 * A client of its own: the resolver of Node returns records of other names than the one in the query, reads the hosts
 * file for addresses, and reports response codes that it does not know as responses without records.
 */
export const lookUp = async ({ servers, name, type, timeoutMs, signal }: Lookup): Promise<DnsResponse> => {
  const waitMs = Math.max(leastWaitMs, Math.floor(timeoutMs / (rounds * Math.max(1, servers.length))))
  const errors: LookupError[] = []
  for (const server of Array.from({ length: rounds }, () => servers).flat()) {
    const response = await within(waitMs, signal, (limit) => askServer(server, name, type, limit)).catch(
      (error: unknown) => {
        if (!(error instanceof LookupError)) throw error
        return error
      },
    )
    signal.throwIfAborted()
    if (!(response instanceof LookupError)) return response
    if (response instanceof NameError) throw response
    errors.push(response)
  }
  throw (
    errors.findLast(({ isFromServer }) => isFromServer) ?? errors.at(-1) ?? new LookupError('no name server is known')
  )
}

const within = async <T>(ms: number, signal: AbortSignal, run: (limit: AbortSignal) => Promise<T>): Promise<T> => {
  const stop = new AbortController()
  const onAbort = (): void => stop.abort()
  signal.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(onAbort, ms)
  try {
    return await run(stop.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

const askServer = async (server: string, name: string, type: RecordType, limit: AbortSignal): Promise<DnsResponse> => {
  const first = await exchange(server, encodeQuery(name, type), limit)
  // Name servers without EDNS (RFC 6891).
  const isTooOld = first.code === formatError || first.code === notImplemented
  const response = isTooOld ? await exchange(server, encodeQuery(name, type, { hasOptions: false }), limit) : first
  const { code, isReferral } = response
  if (code === nameError) throw new NameError(codeReasons.get(code) ?? '', { isFromServer: true })
  if (code !== 0) {
    const reason = codeReasons.get(code) ?? `the name server responded with code ${code}`
    throw new LookupError(reason, { isFromServer: true })
  }
  if (isReferral) throw new LookupError('the name server refers to others', { isFromServer: true })
  return response
}

const exchange = async (server: string, query: Buffer | undefined, limit: AbortSignal): Promise<DnsResponse> => {
  if (query === undefined) throw new NameError('not a host name')
  const address = hostAndPort(server) ?? { host: server.replace(/^\[(.*)\]$/, '$1'), port: 53 }
  const response = await overUdp(address, query, limit)
  if (!response.isTruncated) return response
  const whole = await overTcp(address, query, limit)
  if (whole.isTruncated) throw invalid()
  return whole
}

interface Address {
  readonly host: string
  readonly port: number
}

const invalid = () => new LookupError(invalidResponse, { isFromServer: true })
const silent = () => new LookupError('the name server did not respond')

const parse = (query: Buffer, message: Buffer): DnsResponse | LookupError | undefined => {
  try {
    return parseResponse(query, message)
  } catch (error) {
    if (error instanceof InvalidMessage) return invalid()
    throw error
  }
}

const overUdp = async ({ host, port }: Address, query: Buffer, signal: AbortSignal): Promise<DnsResponse> =>
  new Promise((resolve, reject) => {
    const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4', signal })
    socket.once('error', () => {
      reject(new LookupError('the name server is unreachable'))
      socket.close()
    })
    socket.once('close', () => reject(silent()))
    socket.on('message', (message) => {
      const response = parse(query, message)
      if (response === undefined) return
      if (response instanceof LookupError) reject(response)
      else resolve(response)
      socket.close()
    })
    socket.once('connect', () => socket.send(query))
    socket.connect(port, host)
  })

const overTcp = async ({ host, port }: Address, query: Buffer, signal: AbortSignal): Promise<DnsResponse> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal })
    let received: Buffer = Buffer.alloc(0)
    socket.once('error', () => {
      reject(
        signal.aborted ? silent() : new LookupError('the name server is unreachable over TCP', { isFromServer: true }),
      )
    })
    socket.once('close', () => reject(invalid()))
    socket.once('connect', () =>
      socket.write(Buffer.concat([Buffer.from([query.length >> 8, query.length & 0xff]), query])),
    )
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      const length = received.length < 2 ? Infinity : received.readUInt16BE(0)
      if (received.length < length + 2) return
      const response = parse(query, received.subarray(2, length + 2))
      if (response === undefined || response instanceof LookupError) reject(response ?? invalid())
      else resolve(response)
      socket.destroy()
    })
  })
