import { JsonBoundError, parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import { invalid } from '#relay/errors/http-error.ts'

/** Ignores the content type. Clients send an empty body with a JSON content type. */
export const readJson = async (_request: unknown, body: string | Buffer): Promise<unknown> => {
  if (body.length === 0) return undefined
  try {
    return parseBoundedJson(body.toString())
  } catch (error) {
    const reason = error instanceof JsonBoundError ? error.message : 'The body is not valid JSON.'
    throw invalid(reason, 'Correct it and try again.')
  }
}
