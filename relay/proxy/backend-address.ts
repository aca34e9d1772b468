import { decodeEscapes } from '#shared/primitives/decode-uri.ts'

export interface BackendAddress {
  readonly origin: string
  readonly basePath: string
  readonly credential: string | undefined
}

export const parseBackendAddress = (backendUrl: string): BackendAddress => {
  const url = new URL(backendUrl)
  const user = `${decodeEscapes(url.username)}:${decodeEscapes(url.password)}`
  return {
    origin: url.origin,
    basePath: url.pathname.replace(/\/+$/, ''),
    credential: url.username === '' ? undefined : `Basic ${Buffer.from(user).toString('base64')}`,
  }
}

export const toBackendUrl = ({ origin, basePath }: BackendAddress, apiPath: string): string =>
  origin + basePath + apiPath.replace(/^\/api(?=\/)/, '')
