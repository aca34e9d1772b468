import type { CheckConnection, CheckContext } from '#relay/backend/checks/spec/check-type.ts'
import type { Endpoint } from '#relay/backend/clients/run/endpoint.ts'

export interface Tested {
  readonly reference: string
  readonly connection: CheckConnection
}

export interface ConnectionProbe {
  readonly lastStep?: string
  readonly endpoint: (connection: CheckConnection) => Endpoint | undefined | Promise<Endpoint | undefined>
  /** Must change nothing in the target. Rejects with a message for people. */
  readonly ask: (tested: Tested, context: CheckContext) => Promise<string>
}
