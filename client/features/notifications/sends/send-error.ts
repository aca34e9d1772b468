import { isMap } from '#shared/primitives/is-map.ts'

interface SendError {
  readonly sentence: string
  /** JSON of the backend with context and stack trace; null when the error is plain text. */
  readonly raw: string | null
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
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
  const document = parse(text)
  if (!isMap(document)) return { sentence: filled(document) ?? text, raw: null }
  return { sentence: findSentence(document) ?? 'Not sent', raw: JSON.stringify(document, null, 2) }
}
