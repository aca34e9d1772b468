import { z } from 'zod'

const text = z.string().min(1).optional().catch(undefined)
const bodySchema = z
  .object({
    error: z
      .union([z.string().min(1), z.object({ reason: text, message: text }).transform((it) => it.reason ?? it.message)])
      .optional()
      .catch(undefined),
    message: text,
  })
  .catch({ error: undefined, message: undefined })

/** Where `error` is one of these, it says of what kind the error is, and `message` has the sentence. */
const kinds = new Set([
  'conflict',
  'forbidden',
  'internal',
  'invalid',
  'invalid state',
  'not found',
  'not implemented',
  'unauthorized',
])

/** A sentence that wrapping wrote twice, or between the words of the framework that passed it on, once. */
const plain = (text: string): string => {
  const unwrapped = /^code=\d+, message=(.+?)(?:, internal=.*)?$/s.exec(text)?.[1] ?? text
  const half = unwrapped.slice(0, (unwrapped.length - 2) / 2)
  return unwrapped === `${half}: ${half}` ? half : unwrapped
}

/**
 * The sentence for people in the body of a failure, in every form of the production services: `error`, the `message` beside a
 * mere kind, the `reason` of the identity service, else `message`. `rest` is a `message` that says more than that.
 */
export const parseErrorMessage = (body: unknown): { readonly message?: string; readonly rest?: string } => {
  const { error, message } = bodySchema.parse(body)
  if (error === undefined || (message !== undefined && kinds.has(error)))
    return message === undefined ? {} : { message: plain(message) }
  return { message: plain(error), ...(message !== undefined && { rest: message }) }
}
