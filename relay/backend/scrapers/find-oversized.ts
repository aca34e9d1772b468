import type { ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'

/** Type and id, and type and name, share an index entry of at most 2,704 bytes; an alias has one of its own. */
const entryMaxBytes = 2_600

/** An item that the database rejects would fail the whole batch. */
export const findOversized = ({
  type,
  id,
  name,
  aliases,
}: Pick<ScrapedItem, 'type' | 'id' | 'name' | 'aliases'>): string | undefined => {
  const isOver = (text: string) => Buffer.byteLength(type + text) > entryMaxBytes
  const part = isOver(id) ? 'id' : isOver(name) ? 'name' : aliases.some(isOver) ? 'alias' : undefined
  if (part === undefined) return undefined
  return `${type.slice(0, 100)} ${JSON.stringify(id.slice(0, 100))}: its ${part} is too long (at most ${entryMaxBytes} bytes with the type).`
}
