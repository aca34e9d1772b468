const toText = (text: string) => decodeURIComponent(text).replaceAll(/[-_]+/g, ' ').trim()
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const viewName = (address: string): string => {
  const [path = ''] = address.split(/[?#]/, 1)
  const last = path.split('/').findLast((part) => part !== '') ?? ''
  try {
    return capital(toText(last)) || 'Start'
  } catch {
    return capital(last)
  }
}
