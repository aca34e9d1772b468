import { findSender, senders } from '#relay/backend/clients/senders/senders.ts'

const schemes = senders.flatMap((sender) => sender.schemes)
const listed = `${schemes.slice(0, -1).join(', ')} or ${schemes.at(-1)}`

/** Addresses may contain secrets, so a message names only their scheme. */
export const findUrlError = (url: string): string | undefined => {
  if (url === '' || url.includes('{{')) return undefined
  if (!URL.canParse(url)) return 'must be an address such as slack://token@channel or https://hooks.example.com/ops'
  const address = new URL(url)
  if (address.protocol === 'connection:') return 'a connection is written as connection'
  return findSender(address) === undefined
    ? `messages to ${address.protocol}// are not supported; use ${listed}`
    : undefined
}
