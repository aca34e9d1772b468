import { z } from 'zod'
import type { Queryable } from '#relay/database/database.ts'
import type { CheckConnection, CheckContext } from '#relay/backend/checks/check-type.ts'

interface ConnectionRow {
  readonly url: string | null
  readonly username: string | null
  readonly password: string | null
  readonly insecure_tls: boolean | null
  readonly properties: Readonly<Record<string, string>> | null
}

export interface ConnectionReaderOptions {
  readonly database: Queryable
  readonly secretOf: CheckContext['secretOf']
  /** Connections that need no row, by their reference. */
  readonly builtIn: (reference: string) => string | undefined
}

/**
 * Reads references to connections (contract section 6): `connection://<namespace>/<name>`, `connection://<name>`, the older
 * `connection://<type>/<name>`, or an id. Secrets stored as `secret://<name>/<key>` and `configmap://<name>/<key>` are
 * resolved. Rejects with a sentence when there is none.
 */
export const connectionReader =
  ({ database, secretOf, builtIn }: ConnectionReaderOptions) =>
  async (reference: string): Promise<CheckConnection> => {
    const own = builtIn(reference)
    if (own !== undefined) return { url: own, username: '', password: '', insecureTls: false, properties: {} }
    const path = reference.replace(/^connection:\/\//, '')
    const slash = path.indexOf('/')
    const name = path.slice(slash + 1)
    const isId = z.guid().safeParse(path).success
    const { rows } = await database.query<ConnectionRow>(
      isId
        ? 'select url, username, password, insecure_tls, properties from connections where id = $1 and deleted_at is null'
        : `select url, username, password, insecure_tls, properties
             from connections
            where name = $1 and deleted_at is null and ($2::text is null or namespace = $2 or type = $2)
            order by (namespace = $2) desc, (namespace = 'default') desc
            limit 1`,
      isId ? [path] : [name, slash < 0 ? null : path.slice(0, slash)],
    )
    const [row] = rows
    if (row === undefined) throw new Error(`There is no connection ${reference}.`)
    return {
      url: await resolve(row.url, secretOf),
      username: await resolve(row.username, secretOf),
      password: await resolve(row.password, secretOf),
      insecureTls: row.insecure_tls ?? false,
      properties: row.properties ?? {},
    }
  }

const resolve = async (stored: string | null, secretOf: CheckContext['secretOf']): Promise<string> => {
  const [, kind, name, key] = /^(secret|configmap):\/\/([^/]+)\/(.+)$/.exec(stored ?? '') ?? []
  if (kind === undefined) return stored ?? ''
  const ref = { name, key }
  return secretOf({ valueFrom: kind === 'secret' ? { secretKeyRef: ref } : { configMapKeyRef: ref } })
}
