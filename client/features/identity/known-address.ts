import { sessionRoute } from '#shared/identity/session-routes.ts'
import type { FlowResult } from '#shared/identity/flow-result.ts'
import { needsKnownIdentifier, withIdentifier } from '#shared/identity/known-identifier.ts'
import { call } from '#client/api/call.ts'

const ownAddress = async (): Promise<string | null> => {
  try {
    const { identity } = await call(sessionRoute, {})
    return identity?.traits.email ?? identity?.verifiable_addresses?.[0]?.value ?? null
  } catch {
    return null
  }
}

export const withKnownAddress = async (response: FlowResult): Promise<FlowResult> => {
  if (response.kind !== 'form' || !needsKnownIdentifier(response.flow)) return response
  const address = await ownAddress()
  return address === null ? response : { kind: 'form', flow: withIdentifier(response.flow, address) }
}
