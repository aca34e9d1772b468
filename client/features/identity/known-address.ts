import { z } from 'zod'
import type { FlowAnswer } from '#shared/identity/flow-answer.ts'
import { asksWhoIsKnown, withIdentifier } from '#shared/identity/known-identifier.ts'
import { clients } from '#client/api/clients.ts'

const sessionSchema = z.object({
  identity: z.object({
    traits: z.object({ email: z.string().optional().catch(undefined) }).catch({}),
    verifiable_addresses: z
      .array(z.object({ value: z.string() }))
      .nullish()
      .catch(null),
  }),
})

const ownAddress = async (): Promise<string | null> => {
  try {
    const { data } = await clients.identity('/sessions/whoami', { schema: sessionSchema })
    return data.identity.traits.email ?? data.identity.verifiable_addresses?.[0]?.value ?? null
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
