import { z } from 'zod'
import { isMap } from '#shared/primitives/is-map.ts'

const httpSchema = z.object({
  entries: z.array(
    z.object({
      request: z.object({ method: z.string(), url: z.string() }),
      response: z.object({ status: z.number(), statusText: z.string().optional() }),
    }),
  ),
})

const partsMax = 4
const partMaxLength = 80

const shorten = (text: string): string => (text.length > partMaxLength ? `${text.slice(0, partMaxLength - 1)}…` : text)

/** The path is left out: it may contain a token. */
const describeAddress = (url: string): string => {
  const [, scheme = '', host = ''] = /^([a-z]+:\/\/)(?:[^@/?#]*@)?([^/?#]*)/i.exec(url) ?? []
  return scheme + host
}

const describeParts = (payload: Readonly<Record<string, unknown>>): string =>
  Object.entries(payload)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && value !== '')
    .slice(0, partsMax)
    .map(([name, value]) => `${name} ${shorten(String(value))}`)
    .join(', ')

/** Target of a connection test of production's backend; empty when the response does not name it. */
export const describeReached = (payload: unknown): string => {
  const http = httpSchema.safeParse(payload)
  const last = http.data?.entries.at(-1)
  if (last !== undefined) {
    const { request, response } = last
    return `${request.method} ${describeAddress(request.url)} responded with ${response.status}`
  }
  if (!isMap(payload)) return ''
  return isMap(payload['payload']) ? describeReached(payload['payload']) : describeParts(payload)
}
