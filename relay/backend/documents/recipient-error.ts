import { findUrlError } from '#relay/backend/notifications/rules/find-url-error.ts'

interface Recipient {
  readonly email?: string | readonly string[] | null | undefined
  readonly url?: string | null | undefined
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
