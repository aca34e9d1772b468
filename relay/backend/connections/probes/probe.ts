import type { CheckConnection, CheckContext } from '#relay/backend/checks/check-type.ts'
import type { Endpoint } from './endpoint.ts'

/** A stored connection that is tested: how it is referred to, and what it says. */
export interface Tested {
  readonly reference: string
  readonly connection: CheckConnection
}

/** How connections of one type are tested. */
export interface ConnectionProbe {
  /** What the last step is called; `Answered` where it is left out. */
  readonly lastStep?: string
  /** Where the test goes first; undefined where there is nothing to connect to. */
  readonly endpoint: (connection: CheckConnection) => Endpoint | undefined | Promise<Endpoint | undefined>
  /** Signs in and asks something that changes nothing. Resolves with what was answered, or rejects with a sentence. */
  readonly ask: (tested: Tested, context: CheckContext) => Promise<string>
}
