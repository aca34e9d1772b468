/**
 * The path of a request's address, decoded once, and its query; an address in absolute form counts as its path does. Servers of the
 * data API cut a query at `;` too.
 */
export const addressParts = (address: string) => {
  const [path = '', query = ''] = address.replace(/^http:\/\/[^/?#]*/i, '').split(/\?(.*)/s, 2)
  return { path: decodeURIComponent(path), query: new URLSearchParams(query.replaceAll(';', '&')) }
}
