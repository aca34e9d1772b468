import { z } from 'zod'
import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import { filledText } from '#shared/primitives/document-scalars.ts'
import { JsonBoundError, parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { httpRequest } from '#relay/backend/clients/http/http-request.ts'
import { resolveTls } from '#relay/backend/clients/http/http-tls.ts'
import { envVar, tlsConfig } from '#relay/backend/clients/run/fields.ts'
import { shownAddress, resolveTarget } from '#relay/backend/clients/run/target.ts'
import { unavailable } from '#relay/backend/clients/run/unavailable-field.ts'
import { withoutLogin } from '#relay/backend/clients/run/url-login.ts'
import type { FoundItem, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'

const bodyMax = 32 * 1024 * 1024
const messageMax = 500
const defaultAddress = 'http://127.0.0.1:8123'
const inQuery = (name: string) => unavailable(`read the files in the query, with the function ${name} of ClickHouse`)

const spec = z.strictObject({
  clickhouseURL: z.string().min(1).optional(),
  connection: z.string().min(1).optional(),
  username: envVar.optional(),
  password: secret(envVar).optional(),
  tls: tlsConfig.optional(),
  query: filledText,
  awsS3: inQuery('s3').optional(),
  azureBlobStorage: inQuery('azureBlobStorage').optional(),
})
type ClickhouseSpec = z.infer<typeof spec>

const nativePorts: Readonly<Record<string, { readonly port: string; readonly isSecure: boolean }>> = {
  '9000': { port: '8123', isSecure: false },
  '9440': { port: '8443', isSecure: true },
}

/** Addresses of the native protocol name another port of the same server. */
const toHttpAddress = (address: string): URL => {
  const [, scheme = '', rest = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(.*)$/is.exec(address) ?? []
  const isHttp = /^https?$/i.test(scheme)
  if ((!isHttp && !/^(?:clickhouse|tcp|native)?$/i.test(scheme)) || !URL.canParse(`http://${rest}`))
    throw new Error(
      `${JSON.stringify(shownAddress(address))} is not an address of ClickHouse, such as clickhouse://host:9000/database`,
    )
  const url = new URL(isHttp ? address : `http://${rest}`)
  if (isHttp) return url
  const native = nativePorts[url.port]
  const isSecure = native?.isSecure ?? url.searchParams.get('secure') === 'true'
  const port = native?.port ?? (url.port || (isSecure ? '8443' : '8123'))
  return new URL(
    `${isSecure ? 'https' : 'http'}://${url.username}:${url.password}@${url.hostname}:${port}${url.pathname}${url.search}`,
  )
}

interface Request {
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
}

/** GET makes the server reject queries that write. */
export const toRequest = (
  address: string,
  {
    query,
    ...login
  }: { readonly query: string; readonly username: string | undefined; readonly password: string | undefined },
): Request => {
  const parsed = toHttpAddress(address)
  const { url, login: own } = withoutLogin(parsed.href)
  const target = new URL(url)
  const database = decodeEscapes(target.pathname.slice(1)) || parsed.searchParams.get('database')
  const parameters = new URLSearchParams({
    ...(database === null || database === '' ? {} : { database }),
    default_format: 'JSONEachRow',
    // Otherwise an error after the first rows arrives with code 200.
    wait_end_of_query: '1',
    query: query.trim().replace(/;$/, ''),
  })
  const username = login.username ?? own?.username
  const password = login.password ?? own?.password
  return {
    url: `${target.origin}/?${parameters.toString()}`,
    headers: [
      ['user-agent', 'quarterdeck'],
      ...(username === undefined || username === '' ? [] : [['x-clickhouse-user', username] as const]),
      ...(password === undefined || password === '' ? [] : [['x-clickhouse-key', password] as const]),
    ],
  }
}

const parseRow = (line: string): FoundItem => {
  let row: unknown
  try {
    row = parseBoundedJson(line)
  } catch (error) {
    if (error instanceof JsonBoundError) throw error
  }
  if (!isMap(row)) throw new Error('ClickHouse did not return rows as JSON. Remove FORMAT from the query')
  return { kind: 'item', config: row, known: {} }
}

/** Over the HTTP interface, in its own port: the native protocol has no stable client for Node. */
export const clickhouse: ScraperType<ClickhouseSpec> = {
  key: 'clickhouse',
  spec,
  defaultType: 'ClickHouse',
  describeEndpoint: ({ clickhouseURL, connection }) => shownAddress(clickhouseURL ?? connection ?? defaultAddress),
  async *scrape({ query, clickhouseURL, tls, ...signIn }, run) {
    const address = clickhouseURL ?? (signIn.connection === undefined ? defaultAddress : undefined)
    const target = await resolveTarget(signIn, address, run)
    const response = await httpRequest({
      ...toRequest(target.url, { query, username: target.username, password: target.password }),
      method: 'GET',
      tls: await resolveTls(tls, run, target),
      // Security: the query and the password are for this server only.
      maxRedirects: 0,
      bodyMax,
      signal: run.signal,
    })
    if (response.code !== 200)
      throw new Error(`ClickHouse responded with ${response.code}: ${response.content.trim().slice(0, messageMax)}`)
    if (response.cut)
      throw new Error(`The result is larger than ${bodyMax / 1024 / 1024} MB. Return fewer rows from the query`)
    for (const line of response.content.split('\n')) if (line.trim() !== '') yield parseRow(line)
  },
}
