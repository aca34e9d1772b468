import { z } from 'zod'
import { parseErrorMessage } from '#shared/primitives/error-message.ts'
import { parseJson } from '#shared/primitives/parse-json.ts'

const bodySchema = z
  .object({
    code: z.union([z.string(), z.number()]).optional().catch(undefined),
    details: z.string().optional().catch(undefined),
    data: z.string().optional().catch(undefined),
    hint: z.string().optional().catch(undefined),
  })
  .catch({})

const plainTextMax = 300

/** HTML pages are never shown. */
export const readErrorBody = (text: string): { message: string; code?: string; details?: string } => {
  const json = parseJson(text)
  if (json === undefined || typeof json === 'string') {
    const plain = (json ?? text).trim()
    const isShown = plain !== '' && plain.length <= plainTextMax && !plain.startsWith('<')
    return { message: isShown ? plain : 'An error occurred' }
  }
  const { message = 'An error occurred', rest } = parseErrorMessage(json)
  const { code, details, data, hint } = bodySchema.parse(json)
  const more = [rest, details ?? data, hint].filter(Boolean).join(' ')
  return {
    message: message,
    ...(code !== undefined && { code: String(code) }),
    ...(more !== '' && { details: more }),
  }
}
