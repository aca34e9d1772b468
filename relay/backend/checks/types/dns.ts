import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { z } from 'zod'
import { defineCheckType } from './define-check-type.ts'
import { hostAndPort } from '#relay/backend/clients/run/host-and-port.ts'
import { readResponseCode, type RecordType } from './dns-response-code.ts'
import { normalizeRecords, readTxt } from './dns-records.ts'
import { count, port, thresholdMillis } from '#relay/backend/clients/run/fields.ts'

const queryTypes = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SRV', 'PTR', 'SOA', 'CAA'] as const satisfies RecordType[]

const isServer = (server: string): boolean =>
  isIP(server.replace(/^\[(.*)\]$/, '$1')) > 0 || /^[^\s:/[\]]*$/.test(server) || hostAndPort(server) !== undefined

const spec = z
  .strictObject({
    server: z
      .string()
      .trim()
      .refine(isServer, 'must be a host name or an address, optionally with a port: host:port or [address]:port')
      .optional(),
    port: port.optional(),
    query: z.string().min(1),
    querytype: z
      .string()
      .transform((text) => text.toUpperCase())
      .pipe(z.enum(queryTypes))
      .optional(),
    minrecords: count.optional(),
    exactreply: z.array(z.string()).optional(),
    thresholdMillis,
  })
  .refine(({ server = '', port }) => port === undefined || [port, undefined].includes(hostAndPort(server)?.port), {
    message: 'differs from the port in server',
    path: ['port'],
  })
type DnsSpec = z.infer<typeof spec>

export const dns = defineCheckType<DnsSpec>({
  key: 'dns',
  spec,
  formatEndpoint: ({ query, querytype = 'A', server }) =>
    `${query} ${querytype}${server === undefined || server === '' ? '' : ` @${server}`}`,
  run: async (
    { server, port, query, querytype = 'A', minrecords, exactreply, thresholdMillis: most },
    { signal, timeoutMs },
  ) => {
    const ownServers = server === undefined || server === ''
    const addresses = ownServers
      ? []
      : await resolveAddresses({ host: server, port: port ?? 53, ...hostAndPort(server) })
    signal.throwIfAborted()
    const tries = 2 * Math.max(1, addresses.length)
    const resolver = new Resolver({ timeout: Math.max(500, Math.floor(timeoutMs / tries)), tries: 2 })
    const cancel = (): void => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      if (!ownServers) resolver.setServers(addresses)
      const start = performance.now()
      const { isFailed, ...result } = await ask(resolver, query, querytype, ownServers, signal)
      const elapsedMs = Math.round(performance.now() - start)
      const details = { ...result, count: result.records.length, server: resolver.getServers(), elapsedMs }
      const failure = findFailure(
        { ...result, isFailed },
        { query, querytype, minrecords, exactreply },
        elapsedMs,
        most,
      )
      return {
        pass: failure === undefined,
        message: failure ?? `${query} ${querytype}: ${result.records.join(', ') || 'no records'}`,
        durationMs: elapsedMs,
        details,
      }
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  },
})

interface QueryResult {
  readonly records: readonly string[]
  readonly reason?: string
  /** The lookup failed, as opposed to a response without records. */
  readonly isFailed: boolean
}

/** All addresses: a server may listen on its second one only, as behind `localhost`. */
const resolveAddresses = async ({ host, port }: { host: string; port: number }): Promise<string[]> => {
  const found = await lookup(host.replace(/^\[(.*)\]$/, '$1'), { all: true })
  return found.map(({ address, family }) => (family === 6 ? `[${address}]:${port}` : `${address}:${port}`))
}

/** RFC 6761: resolved locally, because name servers do not know these names. */
const ofThisMachine = (query: string): boolean => /(^|\.)localhost\.?$/i.test(query)

const ask = async (
  resolver: Resolver,
  query: string,
  type: (typeof queryTypes)[number],
  ownServers: boolean,
  signal: AbortSignal,
): Promise<QueryResult> => {
  try {
    if (ownServers && ofThisMachine(query) && (type === 'A' || type === 'AAAA')) {
      const found = await lookup(query, { all: true, family: type === 'A' ? 4 : 6 })
      return { records: found.map(({ address }) => address).toSorted(), isFailed: false }
    }
    return { records: (await resolveRecords(resolver, query, type)).toSorted(), isFailed: false }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const reason = reasons.get(code)
    if (reason === undefined) throw error
    if (code === 'ENODATA' && !(type === 'PTR' && isIP(query) > 0)) {
      const responseCode = (await readResponseCode(resolver.getServers(), query, type, signal)) ?? 0
      if (responseCode > 0)
        return { records: [], reason: `the name server responded with code ${responseCode}`, isFailed: true }
    }
    return { records: [], reason, isFailed: code !== 'ENODATA' }
  }
}

const reasons = new Map([
  ['ENOTFOUND', 'the name does not exist'],
  ['ENODATA', 'the name has no such record'],
  ['ESERVFAIL', 'the name server failed'],
  ['EREFUSED', 'the name server rejected the query'],
  ['ETIMEOUT', 'the name server did not respond'],
  ['ECONNREFUSED', 'the name server is unreachable'],
  ['ENOTIMP', 'the name server does not support the query'],
  ['EFORMERR', 'the name server could not parse the query'],
  ['EBADRESP', 'the name server sent an invalid response'],
  ['EBADNAME', 'not a host name'],
])

const resolveRecords = async (
  resolver: Resolver,
  query: string,
  type: (typeof queryTypes)[number],
): Promise<string[]> => {
  switch (type) {
    case 'A':
      return resolver.resolve4(query)
    case 'AAAA':
      return resolver.resolve6(query)
    case 'CNAME':
      return resolver.resolveCname(query)
    case 'NS':
      return resolver.resolveNs(query)
    case 'PTR':
      return isIP(query) > 0 ? resolver.reverse(query) : resolver.resolvePtr(query)
    case 'TXT':
      return (await resolver.resolveTxt(query)).map((chunks) => readTxt(chunks.join('')))
    case 'MX':
      return (await resolver.resolveMx(query)).map(({ exchange, priority }) => `${exchange} ${priority}`)
    case 'SRV':
      return (await resolver.resolveSrv(query)).map(
        ({ name, port, priority, weight }) => `${priority} ${weight} ${port} ${name}`,
      )
    case 'CAA':
      return (await resolver.resolveCaa(query)).map(
        ({ critical, ...properties }) => `${critical} ${Object.values(properties).join(' ')}`,
      )
    default: {
      const { nsname, hostmaster, serial } = await resolver.resolveSoa(query)
      return [`${nsname} ${hostmaster} ${serial}`]
    }
  }
}

const findFailure = (
  { records, reason, isFailed }: QueryResult,
  { query, querytype, minrecords, exactreply = [] }: Pick<DnsSpec, 'query' | 'querytype' | 'minrecords' | 'exactreply'>,
  elapsedMs: number,
  most: number | undefined,
): string | undefined => {
  const least = minrecords ?? 1
  const suffix = reason === undefined ? '' : `: ${reason}`
  if (isFailed && least === 0) return `Lookup of ${query} ${querytype} failed${suffix}.`
  if (records.length < least) {
    return `Expected at least ${least} ${querytype} record${least === 1 ? '' : 's'} for ${query}, got ${records.length}${suffix}.`
  }
  const wanted = normalizeRecords(querytype, exactreply)
  const got = normalizeRecords(querytype, records)
  if (wanted.length > 0 && wanted.join('\n') !== got.join('\n')) {
    return `Expected ${query} ${querytype} to be ${wanted.join(', ')}, got ${got.join(', ') || `nothing${suffix}`}.`
  }
  return most !== undefined && most > 0 && elapsedMs > most
    ? `Expected a response within ${most} ms, but it took ${elapsedMs} ms.`
    : undefined
}
