/**
 * The path is decoded once; an absolute address counts as its path. Servers of the data API also split queries at `;`.
 */
export const addressParts = (address: string) => {
  const [path = '', query = ''] = address.replace(/^http:\/\/[^/?#]*/i, '').split(/\?(.*)/s, 2)
  return { path: decodeURIComponent(path), query: new URLSearchParams(query.replaceAll(';', '&')) }
}
