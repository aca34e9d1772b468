import { ServiceError } from '#relay/backend/clients/http/json-service.ts'
import type { Found, FoundError } from '#relay/backend/scrapers/scraper-kind.ts'

interface PartOptions {
  readonly isBeside?: true
}

const toPartError = (label: string, error: unknown, { isBeside }: PartOptions): FoundError => {
  if (!(error instanceof ServiceError) || error.code === 401) throw error
  return { kind: 'error', reason: `${label}: ${error.message.replace(/\.$/, '')}.`, ...(isBeside && { isBeside }) }
}

/** Yields an error for a part that cannot be read, so that the others can. Throws 401, which concerns all parts. */
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

export async function* partBeside(label: string, read: () => Promise<void>): AsyncGenerator<FoundError> {
  try {
    await read()
  } catch (error) {
    yield toPartError(label, error, { isBeside: true })
  }
}
