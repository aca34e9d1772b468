import { z } from 'zod'
import { parseSecretReference } from '#shared/connections/secret-reference.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { ClientConnection, ClientContext } from '#relay/backend/clients/run/client-context.ts'
import { secretsIn } from '#relay/backend/secrets/change-secrets.ts'
import type { Vault } from '#relay/backend/secrets/vault.ts'
import { notFound } from '#relay/errors/http-error.ts'

export interface ConnectionRow {
  readonly id: string
  readonly name: string
  readonly namespace: string | null
  readonly type: string
  readonly url: string | null
  readonly username: string | null
  readonly password: string | null
  readonly certificate: string | null
  readonly insecure_tls: boolean | null
  readonly properties: Readonly<Record<string, unknown>> | null
}

interface ConnectionReaderOptions {
  readonly database: Queryable
  readonly vault: Vault
  readonly resolveSecret: ClientContext['resolveSecret']
  readonly builtIn: (reference: string) => string | undefined
}

export const connectionColumns =
  'id, name, namespace, type, url, username, password, certificate, insecure_tls, properties'

/**
 * `connection://<namespace>/<name>`, `connection://<name>`, the older `connection://<type>/<name>`, or an id.
 * `secret://` and `configmap://` values are resolved. Rejects if it is missing or cannot be decrypted.
 */
export const connectionReader =
  ({ database, vault, resolveSecret, builtIn }: ConnectionReaderOptions) =>
  async (reference: string): Promise<ClientConnection> => {
    const own = builtIn(reference)
    if (own !== undefined)
      return { url: own, username: '', password: '', insecureTls: false, properties: {}, secrets: [] }
    const path = reference.replace(/^connection:\/\//, '')
    const slash = path.indexOf('/')
    const name = path.slice(slash + 1)
    const isId = z.guid().safeParse(path).success
    const { rows } = await database.query<ConnectionRow>(
      isId
        ? `select ${connectionColumns} from connections where id = $1 and deleted_at is null`
        : `select ${connectionColumns}
             from connections
            where name = $1 and deleted_at is null and ($2::text is null or namespace = $2 or type = $2)
            order by (namespace = $2) desc, (namespace = 'default') desc
            limit 1`,
      isId ? [path] : [name, slash < 0 ? null : path.slice(0, slash)],
    )
    const [row] = rows
    if (row === undefined) throw notFound(`Connection ${reference} not found.`)
    return resolveConnectionRow(row, {
      resolveSecret,
      open: (column, text) => vault.open(text, { relation: 'connections', column, row: row.id }),
    })
  }

interface RowReader {
  readonly open: (column: string, text: string) => string
  readonly resolveSecret: ClientContext['resolveSecret']
}

export const resolveConnectionRow = async (
  row: ConnectionRow,
  { open, resolveSecret }: RowReader,
): Promise<ClientConnection> => {
  const read = async (column: string, stored: string | null): Promise<string> =>
    resolve(typeof stored === 'string' ? open(column, stored) : '', resolveSecret)
  const properties = Object.entries(row.properties ?? {}).map(async ([key, value]): Promise<[string, string]> => [
    key,
    await read('properties', typeof value === 'string' ? value : JSON.stringify(value)),
  ])
  const given = Object.fromEntries(await Promise.all(properties))
  const password = await read('password', row.password)
  const username = await read('username', row.username)
  const fill = fillPlaceholders(row, given)
  const connection = {
    url: fillWhole(fill(await read('url', row.url)), { username, password }),
    username,
    password,
    insecureTls: row.insecure_tls ?? false,
    properties: Object.fromEntries(Object.entries(given).map(([key, value]) => [key, fill(value)])),
  }
  const { url } = connection
  const certificate = await read('certificate', row.certificate)
  const secrets = [password, certificate, ...secretsIn([url, connection.properties])].filter((text) => text !== '')
  return { id: row.id, type: row.type, ...connection, ...(certificate !== '' && { certificate }), secrets }
}

/** `$(username)` and `$(password)` remain: they are filled URL-encoded, and a check may override them. */
const fillPlaceholders =
  ({ name, namespace, type }: ConnectionRow, properties: Readonly<Record<string, string>>) =>
  (text: string): string =>
    text.replaceAll(/\$\((name|namespace|type|domain|properties\.[^()]+)\)/g, (placeholder, key: string) => {
      if (key === 'name') return name
      if (key === 'type') return type
      if (key === 'namespace') return namespace ?? 'default'
      return properties[key.replace(/^properties\./, '')] ?? placeholder
    })

/** A secret may hold the whole address, which encoding would break. */
const fillWhole = (url: string, { username, password }: { readonly username: string; readonly password: string }) => {
  const whole = url.trim()
  if (whole === '$(password)') return password
  return whole === '$(username)' ? username : url
}

const resolve = async (stored: string, resolveSecret: ClientContext['resolveSecret']): Promise<string> => {
  const reference = parseSecretReference(stored)
  if (reference === undefined) return stored
  if (reference.kind === 'helm' || reference.kind === 'serviceaccount')
    throw new Error(
      `The value ${stored} can only be read in Kubernetes. Use secretKeyRef or configMapKeyRef, or store the value.`,
    )
  const { kind, name, key } = reference
  const ref = { name, key }
  return resolveSecret({ valueFrom: kind === 'secret' ? { secretKeyRef: ref } : { configMapKeyRef: ref } })
}
