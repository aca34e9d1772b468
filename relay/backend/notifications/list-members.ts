import type { DueSend } from './outbox.ts'

const listedMost = 20

/** `count` may exceed the members, of which only the first are stored. */
export const listMembers = <Send extends Pick<DueSend, 'payload'>>(
  send: Send,
  members: readonly { readonly name: string }[],
  count: number,
): Send => {
  if (count < 2) return send
  const names = members.slice(1, listedMost + 1).map(({ name }) => `- ${name}`)
  const more = count - 1 - names.length
  const { title, message } = send.payload
  return {
    ...send,
    payload: {
      ...send.payload,
      title: `${title} and ${count - 1} more`,
      message: [message, '', 'Others:', ...names, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n'),
    },
  }
}
