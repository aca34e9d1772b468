export interface AuthTransport {
  readonly token: () => Promise<string | null>
  readonly toUrl: (path: string) => string
}

let transport: AuthTransport | null = null
const listeners = new Set<(token: string) => void>()

export const setAuthTransport = (next: AuthTransport): void => {
  transport = next
}

export const currentToken = async (): Promise<string | null> => transport?.token() ?? null

export const withCredentials = async (path: string): Promise<{ url: string; headers: Record<string, string> }> => {
  const token = await currentToken()
  return {
    url: transport?.toUrl(path) ?? path,
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
  }
}

export const publishToken = (token: string): void => listeners.forEach((listener) => listener(token))

export const onToken = (listener: (token: string) => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
