import { parseDoc, parseIndex, type Doc } from './parse-doc.ts'

// Bundled, so that the pages work without internet access.
const files = import.meta.glob<string>('../../../docs/*.md', { query: '?raw', import: 'default', eager: true })

const texts = new Map(
  Object.entries(files).map(([path, text]) => [path.slice(path.lastIndexOf('/') + 1, -'.md'.length), text]),
)

const indexName = 'README'

export const docIndex = parseIndex(texts.get(indexName) ?? '')

export const findDoc = (name: string): Doc | undefined => {
  const text = name === indexName ? undefined : texts.get(name)
  return text === undefined ? undefined : parseDoc(name, text)
}
