import type { ClientConnection, ClientContext } from '#relay/backend/clients/run/client-context.ts'
import type { Endpoint } from '#relay/backend/clients/run/endpoint.ts'

export interface Tested {
  readonly reference: string
  readonly connection: ClientConnection
}

export interface ConnectionProbe {
  readonly lastStep?: string
  readonly endpoint: (connection: ClientConnection) => Endpoint | undefined | Promise<Endpoint | undefined>
  /** Must change nothing in the target. Rejects with a message for people. */
  readonly ask: (tested: Tested, context: ClientContext) => Promise<string>
}
