export interface TextPart {
  readonly text: string
  readonly href?: string
}

const address = /https?:\/\/[^\s"'<>`\\^{|}]+/g
const trailing = /[.,;:!?)\]]+$/

/** Links are http or https only. */
export const splitLinks = (text: string): readonly TextPart[] => {
  const parts: TextPart[] = []
  let at = 0
  for (const match of text.matchAll(address)) {
    const href = match[0].replace(trailing, '')
    if (match.index > at) parts.push({ text: text.slice(at, match.index) })
    parts.push({ text: href, href })
    at = match.index + href.length
  }
  if (at < text.length) parts.push({ text: text.slice(at) })
  return parts
}

const shownMax = 40

/** Host and start of the path, without a login, which could pass for the host. */
export const shortenLink = (href: string): string => {
  const place = href.replace(/^https?:\/\/(?:[^/?#]*@)?/, '')
  const shown = place.replace(/[?#].*$/, '').slice(0, shownMax)
  return shown === place ? place : `${shown}…`
}
