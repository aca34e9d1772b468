import { ServiceFault } from '#relay/backend/clients/json-service.ts'
import type { Found, FoundFault } from '#relay/backend/scrapers/scraper-kind.ts'

interface PartOptions {
  /** It holds no items: these count as read whole without it. */
  readonly isBeside?: true
}

const faultOfPart = (what: string, error: unknown, { isBeside }: PartOptions): FoundFault => {
  if (!(error instanceof ServiceFault) || error.code === 401) throw error
  return { kind: 'fault', reason: `${what}: ${error.message.replace(/\.$/, '')}.`, ...(isBeside && { isBeside }) }
}

/**
 * What a part of a service holds. Where that may not be read, or cannot be, the fault says so and the other parts can be read; whom the
 * service does not know at all (401) is told nothing of them either, and that is thrown.
 */
export async function* partOf(
  what: string,
  found: AsyncIterable<Found>,
  options: PartOptions = {},
): AsyncGenerator<Found> {
  try {
    yield* found
  } catch (error) {
    yield faultOfPart(what, error, options)
  }
}

/** As `partOf`, of a part that is read for what it says of items which are read elsewhere. */
export async function* partBeside(what: string, read: () => Promise<void>): AsyncGenerator<FoundFault> {
  try {
    await read()
  } catch (error) {
    yield faultOfPart(what, error, { isBeside: true })
  }
}
