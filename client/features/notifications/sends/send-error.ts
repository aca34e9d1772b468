import { isMap } from '#shared/primitives/is-map.ts'
import { parseJson } from '#shared/primitives/parse-json.ts'

interface SendError {
  readonly sentence: string
  /** JSON of the backend with context and stack trace; null when the error is plain text. */
  readonly raw: string | null
}

const filled = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

const findSentence = (value: unknown): string | null => {
  if (!isMap(value)) return filled(value)
  const { error, message, hint } = value
  const sentence = findSentence(error) ?? filled(message)
  const advice = filled(hint)
  return sentence === null || advice === null ? sentence : `${sentence} (${advice})`
}

/** Production stores a JSON document as text. */
export const readSendError = (text: string): SendError => {
  const document = parseJson(text)
  if (!isMap(document)) return { sentence: filled(document) ?? text, raw: null }
  return { sentence: findSentence(document) ?? 'Not sent', raw: JSON.stringify(document, null, 2) }
}
