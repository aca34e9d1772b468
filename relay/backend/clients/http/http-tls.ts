import type { TlsConfig } from '#relay/backend/clients/run/fields.ts'
import type { TlsOptions } from './trusting-connector.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'

interface ConnectionTls {
  readonly insecureTls?: boolean | undefined
  /** `ca`, `cert` and `key` apply where the document has none. */
  readonly properties?: Readonly<Record<string, string>> | undefined
}

export const resolveTls = async (
  config: TlsConfig | undefined,
  run: Pick<ClientRun, 'plain' | 'secret'>,
  { insecureTls = false, properties: { ca, cert, key } = {} }: ConnectionTls = {},
): Promise<TlsOptions> => ({
  connectMs: config?.handshakeTimeout,
  insecure: insecureTls || config?.insecureSkipVerify === true,
  ca: config?.ca === undefined ? ca : await run.plain(config.ca),
  cert: config?.cert === undefined ? cert : await run.plain(config.cert),
  key: config?.key === undefined ? key : await run.secret(config.key),
})
