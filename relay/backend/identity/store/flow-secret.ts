import { z } from 'zod'
import type { KeyRing } from '#relay/backend/secrets/key-ring.ts'

const flowSecretSchema = z.object({
  authenticator: z.string().optional(),
  codes: z.array(z.string()).optional(),
  challenge: z.string().optional(),
})

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
