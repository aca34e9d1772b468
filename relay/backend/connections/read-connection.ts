import { z } from 'zod'
import type { Queryable } from '#relay/database/database.ts'
import type { CheckConnection, CheckContext } from '#relay/backend/checks/check-type.ts'
import { NoConnection } from '#relay/backend/clients/no-connection.ts'
import { secretsIn } from '#relay/backend/secrets/change-secrets.ts'
import type { Vault } from '#relay/backend/secrets/vault.ts'

interface ConnectionRow {
  readonly id: string
  readonly url: string | null
  readonly username: string | null
  readonly password: string | null
  readonly certificate: string | null
  readonly insecure_tls: boolean | null
  readonly properties: Readonly<Record<string, string>> | null
}

export interface ConnectionReaderOptions {
  readonly database: Queryable
  readonly vault: Vault
  readonly resolveSecret: CheckContext['resolveSecret']
  readonly builtIn: (reference: string) => string | undefined
}

const columns = 'id, url, username, password, certificate, insecure_tls, properties'

/**
 * `connection://<namespace>/<name>`, `connection://<name>`, the older `connection://<type>/<name>`, or an id.
 * `secret://` and `configmap://` values are resolved. Rejects if it is missing or cannot be decrypted.
 */
export const connectionReader =
  ({ database, vault, resolveSecret, builtIn }: ConnectionReaderOptions) =>
  async (reference: string): Promise<CheckConnection> => {
    const own = builtIn(reference)
    if (own !== undefined)
      return { url: own, username: '', password: '', insecureTls: false, properties: {}, secrets: [] }
    const path = reference.replace(/^connection:\/\//, '')
    const slash = path.indexOf('/')
    const name = path.slice(slash + 1)
    const isId = z.guid().safeParse(path).success
    const { rows } = await database.query<ConnectionRow>(
      isId
        ? `select ${columns} from connections where id = $1 and deleted_at is null`
        : `select ${columns}
             from connections
            where name = $1 and deleted_at is null and ($2::text is null or namespace = $2 or type = $2)
            order by (namespace = $2) desc, (namespace = 'default') desc
            limit 1`,
      isId ? [path] : [name, slash < 0 ? null : path.slice(0, slash)],
    )
    const [row] = rows
    if (row === undefined) throw new NoConnection(reference)
    const read = async (column: string, stored: string | null): Promise<string> => {
      const isOpened = typeof stored === 'string'
      const text = isOpened ? vault.open(stored, { relation: 'connections', column, row: row.id }) : ''
      return resolve(text, resolveSecret)
    }
    const properties = Object.entries(row.properties ?? {}).map(async ([key, value]): Promise<[string, string]> => [
      key,
      await read('properties', value),
    ])
    const connection = {
      url: await read('url', row.url),
      username: await read('username', row.username),
      password: await read('password', row.password),
      insecureTls: row.insecure_tls ?? false,
      properties: Object.fromEntries(await Promise.all(properties)),
    }
    const { url, password } = connection
    const certificate = await read('certificate', row.certificate)
    const secrets = [password, certificate, ...secretsIn([url, connection.properties])].filter((text) => text !== '')
    return { id: row.id, ...connection, ...(certificate === '' ? {} : { certificate }), secrets }
  }

const resolve = async (stored: string, resolveSecret: CheckContext['resolveSecret']): Promise<string> => {
  const [, kind, name, key] = /^(secret|configmap):\/\/([^/]+)\/(.+)$/.exec(stored) ?? []
  if (kind === undefined) return stored
  const ref = { name, key }
  return resolveSecret({ valueFrom: kind === 'secret' ? { secretKeyRef: ref } : { configMapKeyRef: ref } })
}
