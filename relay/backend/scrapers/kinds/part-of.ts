import { ServiceFault } from '#relay/backend/clients/json-service.ts'
import type { Found } from '#relay/backend/scrapers/scraper-kind.ts'

/**
 * What a part of a service holds. Where that may not be read, or cannot be, the fault says so and the other parts can be read; whom the
 * service does not know at all (401) is told nothing of them either, and that is thrown. `isBeside` says that it holds no items: these
 * count as read whole without it.
 */
export async function* partOf(
  what: string,
  found: AsyncIterable<Found>,
  { isBeside }: { readonly isBeside?: true } = {},
): AsyncGenerator<Found> {
  try {
    yield* found
  } catch (error) {
    if (!(error instanceof ServiceFault) || error.code === 401) throw error
    yield { kind: 'fault', reason: `${what}: ${error.message.replace(/\.$/, '')}.`, ...(isBeside && { isBeside }) }
  }
}
