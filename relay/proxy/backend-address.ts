/** Where a remote backend is, taken apart from BACKEND_URL. */
export interface BackendAddress {
  readonly origin: string
  /** What stands before the backend's own paths: empty, or beginning with a slash. */
  readonly basePath: string
  /** The Authorization header that BACKEND_URL's user and password make. */
  readonly credential: string | undefined
}

export const parseBackendAddress = (backendUrl: string): BackendAddress => {
  const url = new URL(backendUrl)
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return {
    origin: url.origin,
    basePath: url.pathname.replace(/\/+$/, ''),
    credential: url.username === '' ? undefined : `Basic ${Buffer.from(user).toString('base64')}`,
  }
}

/** The address of a path below `/api` at the backend (the same path without `/api`). */
export const toBackendUrl = ({ origin, basePath }: BackendAddress, apiPath: string): string =>
  origin + basePath + apiPath.replace(/^\/api(?=\/)/, '')
