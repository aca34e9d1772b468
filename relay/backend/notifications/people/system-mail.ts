const systemMail = 'smtp://system/'

/** A service of a rule that is sent through the console's own mail server. */
export const toSystemMailUrl = (email: string): string => `${systemMail}?to=${encodeURIComponent(email)}`

export const findSystemMailRecipient = (url: unknown): string | undefined => {
  if (typeof url !== 'string' || !url.startsWith(systemMail)) return undefined
  return new URL(url).searchParams.get('to') ?? ''
}

export const mailAddress = (
  { url, from }: { readonly url: string; readonly from: string },
  to: readonly string[],
): string => {
  const address = new URL(url)
  address.searchParams.set('from', from)
  address.searchParams.set('to', to.join(','))
  return address.href
}
