import type { ClientConnection } from '#relay/backend/clients/run/client-context.ts'
import type { ClientRun } from './client-run.ts'

/** Undefined without a reference. Secrets of the connection are masked in what the run reports. */
export const loadConnection = async (
  reference: string | undefined,
  run: Pick<ClientRun, 'connection' | 'hide'>,
): Promise<ClientConnection | undefined> => {
  const connection = reference === undefined ? undefined : await run.connection?.(reference)
  for (const text of connection?.secrets ?? []) run.hide(text)
  return connection
}
