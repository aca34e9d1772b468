import { z } from 'zod'
import type { TextNode } from './ui-node.ts'

const usedSecret = 1_050_014
const secretsSchema = z.object({
  secrets: z.array(
    z.object({
      id: z.number(),
      text: z.string().optional(),
      context: z.object({ secret: z.string().optional(), used_at: z.string().optional() }).nullish().catch(undefined),
    }),
  ),
})

export interface RecoveryCode {
  readonly secret: string | undefined
  readonly used: boolean
}

export const readRecoveryCodes = ({ attributes }: TextNode): readonly RecoveryCode[] => {
  const parsed = secretsSchema.safeParse(attributes.text.context)
  if (!parsed.success) return []
  return parsed.data.secrets.map(({ id, context }) => ({
    secret: context?.secret,
    used: id === usedSecret || context?.used_at !== undefined,
  }))
}
