import type { ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'

/** PostgreSQL rejects an index entry of type and id, or type and name, over 2,704 bytes. */
const [typeMax, idMax, nameMax] = [500, 2_000, 2_000]

export const cutName = (name: string): string => {
  if (name.length * 3 <= nameMax || Buffer.byteLength(name) <= nameMax) return name
  const cut = Buffer.from(name).subarray(0, nameMax).toString('utf8')
  return cut.replace(/\ufffd$/, '')
}

const shown = (text: string): string => `${JSON.stringify(text.slice(0, 60)).slice(0, -1)}…"`

export const findLimitError = ({ type, id }: Pick<ScrapedItem, 'type' | 'id'>): string | undefined => {
  if (Buffer.byteLength(type) > typeMax)
    return `The type ${shown(type)} is longer than ${typeMax} bytes. The item was not stored.`
  if (Buffer.byteLength(id) > idMax)
    return `The id ${shown(id)} is longer than ${idMax} bytes. The item was not stored.`
  return undefined
}
