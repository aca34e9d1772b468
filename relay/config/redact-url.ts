/** An address as logs and messages may show it: without user, password and query. */
export const redactUrl = (text: string): string => {
  if (!text.includes('://') || !URL.canParse(text)) return '(hidden)'
  const url = new URL(text)
  const secret = url.username === '' && url.password === '' ? '' : '(hidden)@'
  return `${url.protocol}//${secret}${url.host}${url.pathname === '/' ? '' : url.pathname}${url.search === '' ? '' : '?(hidden)'}`
}
