export const messagesMax = 100

export interface QueueMessage {
  readonly id: string
  /** As parsed JSON where it is JSON. */
  readonly body: unknown
  readonly attributes: Readonly<Record<string, unknown>>
}
