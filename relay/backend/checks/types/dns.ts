import { getServers } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { z } from 'zod'
import { defineCheckType } from './define-check-type.ts'
import { hostAndPort } from '#relay/backend/clients/run/host-and-port.ts'
import { invalidResponse, lookUp, LookupError } from './dns-client.ts'
import { InvalidMessage, type RecordType } from './dns-message.ts'
import { findRecords, normalizeRecords, toReverseName } from './dns-records.ts'
import { count, port, thresholdMillis } from '#relay/backend/clients/run/fields.ts'
import { formatQuantity } from '#relay/backend/checks/types/format-quantity.ts'

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
    query: z.string().trim().min(1),
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
    const servers = ownServers
      ? getServers()
      : await resolveAddresses({ host: server, port: port ?? 53, ...hostAndPort(server) })
    signal.throwIfAborted()
    const start = performance.now()
    const { isFailed, ...result } =
      ownServers && isLocalName(query) && (querytype === 'A' || querytype === 'AAAA')
        ? await findLocal(query, querytype)
        : await ask({ servers, name: query, type: querytype, timeoutMs, signal })
    const elapsedMs = Math.round(performance.now() - start)
    const details = { ...result, count: result.records.length, server: servers, elapsedMs }
    const failure = findFailure({ ...result, isFailed }, { query, querytype, minrecords, exactreply }, elapsedMs, most)
    return {
      pass: failure === undefined,
      message: failure ?? `${query} ${querytype}: ${result.records.join(', ') || 'no records'}`,
      durationMs: elapsedMs,
      details,
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
  return found.map(({ address, family }) => {
    if (port === 53) return address
    return family === 6 ? `[${address}]:${port}` : `${address}:${port}`
  })
}

/** RFC 6761: resolved locally, because name servers do not know these names. */
const isLocalName = (query: string): boolean => /(^|\.)localhost\.?$/i.test(query)

const findLocal = async (query: string, type: 'A' | 'AAAA'): Promise<QueryResult> => {
  const found = await lookup(query, { all: true, family: type === 'A' ? 4 : 6 })
  return { records: found.map(({ address }) => address).toSorted(), isFailed: false }
}

const ask = async ({ name, type, ...lookup }: Parameters<typeof lookUp>[0]): Promise<QueryResult> => {
  const asked = (type === 'PTR' ? toReverseName(name) : undefined) ?? name
  try {
    const records = findRecords(await lookUp({ name: asked, type, ...lookup }), type)
    return { records, isFailed: false, ...(records.length === 0 && { reason: 'the name has no such record' }) }
  } catch (error) {
    if (error instanceof LookupError) return { records: [], reason: error.message, isFailed: true }
    if (error instanceof InvalidMessage) return { records: [], reason: invalidResponse, isFailed: true }
    throw error
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
    return `Expected at least ${formatQuantity(least, `${querytype} record`)} for ${query}, got ${records.length}${suffix}.`
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
