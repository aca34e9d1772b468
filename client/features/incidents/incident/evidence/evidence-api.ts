import { z } from 'zod'
import { clients } from '#client/api/clients.ts'

export const removeEvidence = async (id: string): Promise<void> => {
  await clients.data('/evidences', { method: 'DELETE', query: { id: `eq.${id}` }, schema: z.unknown() })
}
