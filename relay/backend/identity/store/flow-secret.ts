import { z } from 'zod'
import type { KeyRing } from '#relay/backend/secrets/key-ring.ts'

const flowSecretSchema = z.object({
  /** The base32 secret of an authenticator that is being set up. */
  authenticator: z.string().optional(),
  /** Recovery codes that were made and are not confirmed. */
  codes: z.array(z.string()).optional(),
  /** What a security key must sign, as base64url. */
  challenge: z.string().optional(),
})

/** What a flow must remember and may show to its own person alone. */
export type FlowSecret = z.infer<typeof flowSecretSchema>

interface Sealed {
  readonly id: string
  readonly secret: Uint8Array | null
}

const toPurpose = (flowId: string) => `flow ${flowId}`

export const sealFlowSecret = (ring: KeyRing, flowId: string, secret: FlowSecret): Buffer =>
  ring.seal(JSON.stringify(secret), toPurpose(flowId))

export const openFlowSecret = (ring: KeyRing, { id, secret }: Sealed): FlowSecret =>
  secret === null ? {} : flowSecretSchema.parse(JSON.parse(ring.open(secret, toPurpose(id))))
