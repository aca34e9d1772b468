/** As browsers: an empty address is none, and repeated ones count only where they are equal. */
export const readLocation = (header: string | string[] | undefined): string | undefined => {
  const [location, ...others] = new Set([header ?? []].flat())
  return others.length > 0 || location === '' ? undefined : location
}

export const nextAddress = (location: string, from: string): URL => {
  const address = decodeHeader(location)
  if (!URL.canParse(address, from)) throw new Error('Redirect to an invalid address')
  const next = new URL(address, from)
  if (next.protocol !== 'http:' && next.protocol !== 'https:')
    throw new Error(`Redirect to ${next.protocol}, which is not HTTP`)
  return next
}

/** Headers are read as ISO-8859-1, while most servers send UTF-8. */
export const decodeHeader = (value: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}
