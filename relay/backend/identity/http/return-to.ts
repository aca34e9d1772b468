const unusual = /[\p{Cc}\\]/u

/**
 * Where a person may be sent afterwards, as an absolute address of the console; undefined when it leads anywhere else. A
 * path alone belongs to the console.
 */
export const returnAddress = (text: string, origin: string): string | undefined => {
  if (text.length > 4_096 || unusual.test(text) || !URL.canParse(text, `${origin}/`)) return undefined
  const url = new URL(text, `${origin}/`)
  const isOwnOrigin = url.origin === new URL(origin).origin && url.username === '' && url.password === ''
  return isOwnOrigin ? url.href : undefined
}
