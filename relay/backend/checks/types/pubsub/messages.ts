import { parseBoundedJson } from '#shared/primitives/bounded-json.ts'

export const messagesMax = 100

export interface QueueMessage {
  readonly id: string
  /** As parsed JSON where it is JSON. */
  readonly body: unknown
  readonly attributes: Readonly<Record<string, unknown>>
}

export const parseBody = (text: string): unknown => {
  try {
    return parseBoundedJson(text)
  } catch {
    return text
  }
}
