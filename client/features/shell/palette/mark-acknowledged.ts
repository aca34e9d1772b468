import { listAcknowledged } from '#client/domain/health/acknowledgement-api.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import type { Hit } from './hit.ts'

/** Other backends do not store acknowledgements. */
export const markAcknowledged = async (hits: readonly Hit[], signal: AbortSignal): Promise<readonly Hit[]> => {
  if (!hasOwnBackend() || !hits.some(({ state }) => state === 'unhealthy')) return hits
  const byId = new Map((await listAcknowledged(signal)).map(({ id, by }) => [id, by]))
  return hits.map((hit) => {
    const by = byId.get(hit.resource?.id ?? '')
    return by === undefined ? hit : { ...hit, detail: `${hit.detail}, acknowledged by ${by}` }
  })
}
