import { connectionUrl } from './connection-text.ts'

export const redactUrl = (address: string): string => {
  const text = connectionUrl('server')(address)
  if (!text.includes('://') || !URL.canParse(text)) return '(hidden)'
  const url = new URL(text)
  const secret = url.username === '' && url.password === '' ? '' : '(hidden)@'
  return `${url.protocol}//${secret}${url.host}${url.pathname === '/' ? '' : url.pathname}${url.search === '' ? '' : '?(hidden)'}`
}
