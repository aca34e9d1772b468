import { decodeEscapes } from '#shared/primitives/decode-uri.ts'

const beforePath = /^\s*([a-z][\w+.-]{0,30}:\/\/)([^\s/?#]*)@([^\s@/?#]+(?:[/?#]\S*)?)\s*$/i
const withPathCharacters = /^\s*([a-z][\w+.-]{0,30}:\/\/)([^\s:/?#@]*:\S+)@([^\s@]+)\s*$/i

export const encodeLogin = (address: string): string => {
  const [, scheme, login = '', rest = ''] = beforePath.exec(address) ?? withPathCharacters.exec(address) ?? []
  if (scheme === undefined) return address
  const colon = login.indexOf(':')
  const parts = colon === -1 ? [login] : [login.slice(0, colon), login.slice(colon + 1)]
  return `${scheme}${parts.map((part) => encodeURIComponent(decodeEscapes(part))).join(':')}@${rest}`
}

/** People write passwords with `/`, `#` or `?` without encoding them. An address that can be read stays as it is. */
export const repairLogin = (address: string): string => (URL.canParse(address) ? address : encodeLogin(address))
