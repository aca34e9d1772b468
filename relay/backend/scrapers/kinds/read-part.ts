import { ServiceError } from '#relay/backend/clients/json-service.ts'
import type { Found, FoundError } from '#relay/backend/scrapers/scraper-kind.ts'

interface PartOptions {
  /** It holds no items: these count as read whole without it. */
  readonly isBeside?: true
}

const toPartError = (label: string, error: unknown, { isBeside }: PartOptions): FoundError => {
  if (!(error instanceof ServiceError) || error.code === 401) throw error
  return { kind: 'fault', reason: `${label}: ${error.message.replace(/\.$/, '')}.`, ...(isBeside && { isBeside }) }
}

/**
 * What a part of a service holds. Where that may not be read, or cannot be, the fault says so and the other parts can be read; whom the
 * service does not know at all (401) is told nothing of them either, and that is thrown.
 */
export async function* readPart(
  label: string,
  found: AsyncIterable<Found>,
  options: PartOptions = {},
): AsyncGenerator<Found> {
  try {
    yield* found
  } catch (error) {
    yield toPartError(label, error, options)
  }
}

/** As `partOf`, of a part that is read for what it says of items which are read elsewhere. */
export async function* partBeside(label: string, read: () => Promise<void>): AsyncGenerator<FoundError> {
  try {
    await read()
  } catch (error) {
    yield toPartError(label, error, { isBeside: true })
  }
}
