import { decodeUri } from '#shared/primitives/decode-uri.ts'

const toText = (text: string) => text.replaceAll(/[-_]+/g, ' ').trim()
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const viewName = (address: string): string => {
  const [path = ''] = address.split(/[?#]/, 1)
  const last = path.split('/').findLast((part) => part !== '') ?? ''
  const decoded = decodeUri(last)
  return decoded === undefined ? capital(last) : capital(toText(decoded)) || 'Start'
}
