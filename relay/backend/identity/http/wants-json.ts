const offers = ['text/html', 'text/*', '*/*', 'application/json']

interface Range {
  readonly type: string
  readonly subtype: string
  readonly quality: number
}

const parseRanges = (accept: string): Range[] =>
  accept
    .split(',')
    .map((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      const [type = '', subtype = ''] = name.split('/')
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return { type, subtype, quality: quality === undefined ? 1 : Number(quality.slice(2)) }
    })
    .filter(({ type, quality }) => type !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality)

const fits = (offer: string, { type, subtype }: Range): boolean => {
  const [offeredType, offeredSubtype] = offer.split('/')
  if (type === '*' && subtype === '*') return true
  return type === offeredType && (subtype === '*' || subtype === offeredSubtype)
}

export const wantsJson = (accept: string | undefined, contentType: string | undefined): boolean => {
  if (contentType === 'application/json') return true
  for (const range of parseRanges(accept ?? '*/*')) {
    const offer = offers.find((candidate) => fits(candidate, range))
    if (offer !== undefined) return offer === 'application/json'
  }
  return false
}
