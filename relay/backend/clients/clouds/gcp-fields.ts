import { z } from 'zod'
import { envVar } from '#relay/backend/clients/run/fields.ts'
import type { ClientConnection } from '#relay/backend/clients/run/client-context.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { signInToGcp, type RequestGcp } from '#relay/backend/clients/clouds/gcp-sign-in.ts'
import { loadConnection } from '#relay/backend/clients/run/load-connection.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'

const text = z.string().min(1)

export const gcpSignIn = {
  connection: text.optional(),
  credentials: secret(envVar).optional(),
  endpoint: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }).optional(),
  skipTLSVerify: z.boolean().optional(),
  project: text.optional(),
}
const gcpSchema = z.strictObject(gcpSignIn)
type GcpSignIn = z.infer<typeof gcpSchema>

interface GcpOptions {
  readonly field: 'gcpConnection' | 'gcp.gcpConnection' | 'pubsub.gcpConnection' | 'gcpCloudLogging' | 'bigQuery'
  /** By default read-only. */
  readonly scope?: string
  readonly findEndpoint?: (connection: ClientConnection) => string | undefined
}

export const openGcp = async (
  { connection: reference, credentials, endpoint, skipTLSVerify }: GcpSignIn,
  { field, findEndpoint, scope }: GcpOptions,
  run: ClientRun,
): Promise<RequestGcp> => {
  if (credentials === undefined && (reference === undefined || run.connection === undefined))
    throw new Error(
      `Google Cloud needs credentials: set ${field}.credentials to the key of a service account, or ${field}.connection`,
    )
  const connection = await loadConnection(reference, run)
  return signInToGcp({
    credentials: credentials === undefined ? (connection?.certificate ?? '') : await run.plain(credentials),
    endpoint: endpoint ?? (connection && findEndpoint?.(connection)),
    tls: { insecure: skipTLSVerify ?? connection?.insecureTls ?? false },
    signal: run.signal,
    hide: run.hide,
    ...(scope !== undefined && { scope }),
  })
}
