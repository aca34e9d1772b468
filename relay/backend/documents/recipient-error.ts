import { findSender, senders } from '#relay/backend/clients/senders/senders.ts'

interface Recipient {
  readonly email?: string | readonly string[] | null | undefined
  readonly url?: string | null | undefined
}

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

const findEmailError = (email: NonNullable<Recipient['email']>): string | undefined => {
  const addresses = (typeof email === 'string' ? [email] : email).flatMap((each) => each.split(/[,;]/))
  const wrong = addresses.find((each) => each.trim() !== '' && !each.includes('@') && !each.includes('{{'))
  return wrong === undefined ? undefined : `must be mail addresses, got ${JSON.stringify(wrong.trim())}`
}

/** The key of the recipient that cannot be sent to, and the reason. */
export const findRecipientError = ({ email, url }: Recipient): readonly [string, string] | undefined => {
  const emailError = email == null ? undefined : findEmailError(email)
  if (emailError !== undefined) return ['email', emailError]
  const urlError = url == null ? undefined : findUrlError(url)
  return urlError === undefined ? undefined : ['url', urlError]
}
