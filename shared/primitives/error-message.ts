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

/** An `error` with one of these values is only a kind; the text is in `message`. */
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

const plain = (text: string): string => {
  const unwrapped = /^code=\d+, message=(.+?)(?:, internal=.*)?$/s.exec(text)?.[1] ?? text
  const half = unwrapped.slice(0, (unwrapped.length - 2) / 2)
  return unwrapped === `${half}: ${half}` ? half : unwrapped
}

export const parseErrorMessage = (body: unknown): { readonly message?: string; readonly rest?: string } => {
  const { error, message } = bodySchema.parse(body)
  if (error === undefined || (message !== undefined && kinds.has(error)))
    return message === undefined ? {} : { message: plain(message) }
  return { message: plain(error), ...(message !== undefined && { rest: message }) }
}
