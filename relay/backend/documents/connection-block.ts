type StoredAt = 'url' | 'username' | 'password' | 'certificate' | 'insecure_tls' | `properties.${string}`

export interface ConnectionBlock {
  readonly type: string
  /** The first is written; all are read, whatever their case, dashes and underscores. */
  readonly keys: readonly string[]
  /** The first field of a column or property is written; the others are read as the same. */
  readonly fields: Readonly<Record<string, StoredAt>>
  /** Any of these fields must be present. */
  readonly needs: readonly string[]
  /** All of these fields must be present when there is no `url`. */
  readonly parts: readonly string[]
  /** Maps inside the block. */
  readonly nested: Readonly<Record<string, ConnectionBlock['fields']>>
  /** A field with named texts, each stored as a property whose name begins with `header:`. */
  readonly headers?: { readonly field: string; readonly isList: boolean }
  /** Builds a URL from `host`, `port` and `database` when there is no `url`. */
  readonly server?: { readonly scheme: string; readonly port: string; readonly databaseIn: 'path' | 'query' | null }
}

export const login = { username: 'username', password: 'password' } as const
export const insecure = {
  insecureTLS: 'insecure_tls',
  insecureSkipVerify: 'insecure_tls',
  skipTLSVerify: 'insecure_tls',
} as const
export type BlockOptions = Partial<Pick<ConnectionBlock, 'needs' | 'parts' | 'nested' | 'headers' | 'server'>>
export const block = (
  type: string,
  keys: readonly string[],
  fields: ConnectionBlock['fields'],
  options: BlockOptions = {},
): ConnectionBlock => ({ type, keys, fields, needs: [], parts: [], nested: {}, ...options })

export const needsUrl = { needs: ['url'] } as const
