export const messagesMax = 100

export interface QueueMessage {
  readonly id: string
  /** As parsed JSON where it is JSON. */
  readonly body: unknown
  readonly attributes: Readonly<Record<string, unknown>>
}

export interface ReceivedMessages {
  readonly messages: readonly QueueMessage[]
  /** Until then the queue delivers them again after a while. */
  readonly acknowledge: () => Promise<void>
}
