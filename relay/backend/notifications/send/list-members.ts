import type { DueSend } from '#relay/backend/notifications/outbox/outbox.ts'

const listedMost = 20

interface Text {
  readonly title: string
  readonly message: string
}

/** The first member is the one that the text is about. */
export const listMembers = <Send extends Pick<DueSend, 'payload'>>(
  send: Send,
  members: readonly { readonly name: string }[],
  count: number,
): Send => {
  if (count < 2) return send
  const names = members.slice(1, listedMost + 1).map(({ name }) => `- ${name}`)
  const more = count - 1 - names.length
  const list = <Some extends Text>(text: Some): Some => ({
    ...text,
    title: `${text.title} and ${count - 1} more`,
    message: [text.message, '', 'Others:', ...names, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n'),
  })
  const { fallbacks, ...payload } = send.payload
  const listed = fallbacks && Object.fromEntries(Object.entries(fallbacks).map(([key, text]) => [key, list(text)]))
  return { ...send, payload: { ...list(payload), ...(listed && { fallbacks: listed }) } }
}
