const unusual = /[\p{Cc}\\]/u

/** Security: undefined for any address outside this console (open redirects). A path is relative to the console. */
export const returnAddress = (text: string, origin: string): string | undefined => {
  if (text.length > 4_096 || unusual.test(text) || !URL.canParse(text, `${origin}/`)) return undefined
  const url = new URL(text, `${origin}/`)
  const isOwnOrigin = url.origin === new URL(origin).origin && url.username === '' && url.password === ''
  return isOwnOrigin ? url.href : undefined
}
