import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import type { ClientConnection } from '#relay/backend/clients/run/client-context.ts'
import type { CheckType } from '#relay/backend/checks/spec/check-type.ts'
import { elasticsearch } from '#relay/backend/checks/types/elasticsearch.ts'
import { folder } from '#relay/backend/checks/types/folder/folder.ts'
import { gitProtocol } from '#relay/backend/checks/types/git-protocol.ts'
import { mongodb } from '#relay/backend/checks/types/mongodb.ts'
import { mssql } from '#relay/backend/checks/types/mssql.ts'
import { mysql } from '#relay/backend/checks/types/mysql.ts'
import { postgres } from '#relay/backend/checks/types/postgres.ts'
import { prometheus } from '#relay/backend/checks/types/prometheus.ts'
import { redis } from '#relay/backend/checks/types/redis.ts'
import { smtp } from '#relay/backend/checks/types/smtp.ts'
import { createClientRun } from '#relay/backend/clients/run/client-run.ts'
import { describeError } from '#relay/backend/clients/run/describe-error.ts'
import { httpRequest } from '#relay/backend/clients/http/http-request.ts'
import { buildAuthorization } from '#relay/backend/clients/http/http-sign-in.ts'
import { withDirectory } from '#relay/backend/clients/servers/ldap-connection.ts'
import { shownAddress, resolveTarget } from '#relay/backend/clients/run/target.ts'
import { specIssues } from '#relay/backend/resources/spec-issues.ts'
import { aws, s3 } from './aws.ts'
import { maskedResult } from '#relay/backend/checks/engine/masked-result.ts'
import { isOverSsh, parseSshRepository } from '#relay/backend/clients/git/ssh-repository.ts'
import { askOverSsh } from './git-over-ssh.ts'
import { kubernetes } from './kubernetes.ts'
import { mailEndpoint, parseEndpoint } from '#relay/backend/clients/run/endpoint.ts'
import type { ConnectionProbe } from './probe.ts'
import { sftp } from './sftp.ts'

const asCheck =
  <Spec>(
    type: CheckType<Spec>,
    toSpec: (connection: ClientConnection, reference: string) => object = (_, reference) => ({ connection: reference }),
  ): ConnectionProbe['ask'] =>
  async ({ reference, connection }, context) => {
    const input = toSpec(connection, reference)
    const spec = type.spec.safeParse(input)
    if (!spec.success) {
      const [issue] = specIssues(type.spec, spec.error, input)
      throw new Error(`Invalid connection: ${formatPath(issue?.path) || 'address'}: ${issue?.message ?? 'invalid'}.`)
    }
    const { pass, message } = maskedResult(context.mask, await type.run(spec.data, context))
    const text = message.replaceAll(reference, shownAddress(connection.url))
    if (!pass) throw new Error(text)
    return text
  }

const at =
  (scheme: string): ConnectionProbe['endpoint'] =>
  ({ url }) =>
    parseEndpoint(url, scheme)

interface HttpProbeOptions {
  readonly base?: string
  readonly path?: string
  readonly headers?: (connection: ClientConnection) => readonly (readonly [string, string])[]
  readonly acceptsClientErrors?: boolean
}

const toHttpAddress = (url: string): string => {
  const address = /^[a-z]+:\/\//i.test(url) || url === '' ? url : `http://${url}`
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
    throw new Error('Not an http:// or https:// address.')
  }
  return address
}

const overHttp = ({ base, path = '', headers, acceptsClientErrors = false }: HttpProbeOptions): ConnectionProbe => ({
  endpoint: ({ url }) => parseEndpoint(url || (base ?? ''), 'http'),
  ask: async ({ reference, connection }, context) => {
    const run = createClientRun(context, context.signal)
    const target = await resolveTarget({ connection: reference }, connection.url || base, run)
    const url = new URL(toHttpAddress(target.url))
    const login = {
      username: target.username || decodeEscapes(url.username),
      password: target.password || decodeEscapes(url.password),
    }
    const tls = { insecure: target.insecureTls }
    const signIn = headers?.(connection) ?? (await buildAuthorization({}, { ...target, ...login }, tls, run))
    const { code } = await httpRequest({
      url: `${url.origin}${url.pathname.replace(/\/$/, '')}${path}${path === '' ? url.search : ''}`,
      method: 'GET',
      headers: [['user-agent', 'quarterdeck'], ['accept', '*/*'], ...signIn],
      tls,
      signal: context.signal,
    })
    if (code === 401 || code === 403) throw new Error(`Authentication failed (${code}).`)
    if (code >= 500 || (!acceptsClientErrors && code >= 400)) throw new Error(`Responded with ${code}.`)
    return `Responded with ${code}`
  },
})

const bearer = ({ password }: ClientConnection) =>
  password === '' ? [] : [['authorization', `Bearer ${password}`] as const]

export const connectionProbes: Readonly<Record<string, ConnectionProbe>> = {
  postgres: { endpoint: at('postgres'), ask: asCheck(postgres) },
  mysql: { endpoint: at('mysql'), ask: asCheck(mysql) },
  sql_server: { endpoint: at('sqlserver'), ask: asCheck(mssql) },
  mongo: { endpoint: at('mongodb'), ask: asCheck(mongodb) },
  redis: { endpoint: at('redis'), ask: asCheck(redis) },
  prometheus: {
    endpoint: at('http'),
    ask: asCheck(prometheus, (_, connection) => ({ connection, query: 'vector(1)' })),
  },
  elasticsearch: {
    endpoint: at('http'),
    ask: asCheck(elasticsearch, (_, connection) => ({ connection, index: '_all', query: '{"size":0}' })),
  },
  email: {
    endpoint: mailEndpoint,
    ask: asCheck(smtp, ({ properties: { host, port, encryptionMethod } }, connection) => ({
      connection,
      host,
      port: Number(port ?? '587'),
      ...(encryptionMethod === 'ImplicitTLS' && { tls: true }),
      ...(encryptionMethod === 'ExplicitTLS' && { tls: 'starttls' }),
      ...(encryptionMethod === 'None' && { tls: false }),
    })),
  },
  ldap: {
    endpoint: at('ldap'),
    ask: async ({ reference, connection }, context) => {
      const run = createClientRun(context, context.signal)
      try {
        return await withDirectory({ connection: reference }, run, async () => 'The directory accepts the login')
      } catch (error) {
        throw new Error(describeError(error, shownAddress(connection.url)), { cause: error })
      }
    },
  },
  git: {
    endpoint: ({ url }) => (isOverSsh(url) ? parseSshRepository(url).endpoint : parseEndpoint(url, 'http')),
    ask: (tested, context) =>
      (isOverSsh(tested.connection.url)
        ? askOverSsh
        : asCheck(gitProtocol, ({ url }, connection) => ({ connection, repository: url })))(tested, context),
  },
  sftp,
  s3,
  aws,
  kubernetes,
  folder: {
    endpoint: () => undefined,
    ask: asCheck(folder, ({ properties }) => ({ path: properties['path'], minCount: 0 })),
  },
  http: overHttp({ acceptsClientErrors: true }),
  github: overHttp({ base: 'https://api.github.com', path: '/user', headers: bearer }),
  gitlab: overHttp({
    base: 'https://gitlab.com/api/v4',
    path: '/user',
    headers: ({ password }) => [['private-token', password]],
  }),
  openai: overHttp({ base: 'https://api.openai.com/v1', path: '/models', headers: bearer }),
  anthropic: overHttp({
    base: 'https://api.anthropic.com',
    path: '/v1/models',
    headers: ({ password }) => [
      ['x-api-key', password],
      ['anthropic-version', '2023-06-01'],
    ],
  }),
  ollama: overHttp({ path: '/api/tags', headers: bearer }),
}
