import type { ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'

/**
 * PostgreSQL rejects an index entry over 2,704 bytes. Type and id share one, type and name share one, an alias has its
 * own.
 */
const bytesMax = { type: 500, id: 2_000, name: 2_000, alias: 2_600 }

type LimitedFields = Pick<ScrapedItem, 'type' | 'id' | 'name' | 'aliases'>

export const cutName = (name: string): string => {
  if (name.length * 3 <= bytesMax.name || Buffer.byteLength(name) <= bytesMax.name) return name
  const cut = Buffer.from(name).subarray(0, bytesMax.name).toString('utf8')
  return cut.replace(/\ufffd$/, '')
}

const shown = (text: string): string =>
  text.length > 60 ? `${JSON.stringify(text.slice(0, 60)).slice(0, -1)}…"` : JSON.stringify(text)

export const findLimitError = ({ type, id, name, aliases }: LimitedFields): string | undefined => {
  const longer = (field: keyof typeof bytesMax, text: string, item = ''): string | undefined =>
    Buffer.byteLength(text) > bytesMax[field]
      ? `The ${field} ${shown(text)}${item} is longer than ${bytesMax[field]} bytes. The item was not stored.`
      : undefined
  const item = ` of ${type} ${shown(id)}`
  const aliasErrors = () => aliases.flatMap((alias) => longer('alias', alias, item) ?? [])
  return longer('type', type) ?? longer('id', id) ?? longer('name', name, item) ?? aliasErrors()[0]
}
