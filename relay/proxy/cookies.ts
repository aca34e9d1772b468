export const cookiesNamed = (header: string | undefined, isWanted: (name: string) => boolean): string | undefined => {
  const matching = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => isWanted(pair.split('=', 1)[0] ?? ''))
  return matching.length === 0 ? undefined : matching.join('; ')
}

export const isSessionCookie = (name: string): boolean => name === 'ory_kratos_session'

export const isIdentityCookie = (name: string): boolean => /^(ory_|csrf_token_)/.test(name)

export const isProviderCookie = (name: string): boolean => /^(__client|__session|__clerk_|clerk_)/.test(name)
