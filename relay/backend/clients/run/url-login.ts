import { decodeEscapes } from '#shared/primitives/decode-uri.ts'

export const withoutLogin = (
  address: string,
): { url: string; login: { username: string; password: string } | undefined } => {
  const url = new URL(address)
  const { username, password } = url
  if (username === '' && password === '') return { url: url.href, login: undefined }
  url.username = ''
  url.password = ''
  return { url: url.href, login: { username: decodeEscapes(username), password: decodeEscapes(password) } }
}
