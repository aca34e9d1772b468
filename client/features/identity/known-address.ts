import { sessionRoute } from '#shared/identity/session-routes.ts'
import type { FlowAnswer } from '#shared/identity/flow-answer.ts'
import { asksWhoIsKnown, withIdentifier } from '#shared/identity/known-identifier.ts'
import { call } from '#client/api/call.ts'

const ownAddress = async (): Promise<string | null> => {
  try {
    const { identity } = await call(sessionRoute, {})
    return identity?.traits.email ?? identity?.verifiable_addresses?.[0]?.value ?? null
  } catch {
    return null
  }
}

/** A form that confirms an action with the address of the session filled in. It stays as it is where that cannot be known. */
export const withKnownAddress = async (answer: FlowAnswer): Promise<FlowAnswer> => {
  if (answer.kind !== 'form' || !asksWhoIsKnown(answer.flow)) return answer
  const address = await ownAddress()
  return address === null ? answer : { kind: 'form', flow: withIdentifier(answer.flow, address) }
}
