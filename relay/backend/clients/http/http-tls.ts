import type { TlsConfig } from '#relay/backend/clients/run/fields.ts'
import type { TlsOptions } from './trusting-connector.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'

export const resolveTls = async (
  config: TlsConfig | undefined,
  insecure: boolean,
  run: Pick<ClientRun, 'plain' | 'secret'>,
  { ca, cert, key }: Readonly<Record<string, string>> = {},
): Promise<TlsOptions> => ({
  connectMs: config?.handshakeTimeout,
  insecure: insecure || config?.insecureSkipVerify === true,
  ca: config?.ca === undefined ? ca : await run.plain(config.ca),
  cert: config?.cert === undefined ? cert : await run.plain(config.cert),
  key: config?.key === undefined ? key : await run.secret(config.key),
})
