/** What takes requests to their backend where no cookie says who is asking: in hosted mode. */
export interface AuthTransport {
  /** A token that holds now; null when nobody is signed in. Rejects when that cannot be found out. */
  readonly token: () => Promise<string | null>
  /** Where a path of this origin is really asked. */
  readonly toUrl: (path: string) => string
}

let transport: AuthTransport | null = null
const listeners = new Set<(token: string) => void>()

/** From now on requests and the live connection go this way. */
export const setAuthTransport = (next: AuthTransport): void => {
  transport = next
}

/** The token to send along; null where there is none. */
export const currentToken = async (): Promise<string | null> => transport?.token() ?? null

/** Where a path is asked, and with what besides its own headers. */
export const withCredentials = async (path: string): Promise<{ url: string; headers: Record<string, string> }> => {
  const token = await currentToken()
  return {
    url: transport?.toUrl(path) ?? path,
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
  }
}

/** A newer token is there, before the one that connections stand on expires. */
export const publishToken = (token: string): void => listeners.forEach((listener) => listener(token))

/** Calls `listener` with every newer token. Answers how to stop. */
export const onToken = (listener: (token: string) => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
