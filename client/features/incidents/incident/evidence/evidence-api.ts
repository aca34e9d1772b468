import { z } from 'zod'
import { clients } from '#client/api/clients.ts'

/** Takes a piece of evidence from its hypothesis; the thing itself stays. Throws ApiError. */
export const removeEvidence = async (id: string): Promise<void> => {
  await clients.data('/evidences', { method: 'DELETE', query: { id: `eq.${id}` }, schema: z.unknown() })
}
