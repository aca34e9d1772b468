/** The cookies of a `Cookie` header whose names are wanted, as a header again; undefined when none is. */
export const cookiesNamed = (header: string | undefined, isWanted: (name: string) => boolean): string | undefined => {
  const matching = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => isWanted(pair.split('=', 1)[0] ?? ''))
  return matching.length === 0 ? undefined : matching.join('; ')
}

/** The cookie that an identity service keeps a session in, and that its backend accepts. */
export const isSessionCookie = (name: string): boolean => name === 'ory_kratos_session'

/** Every cookie of an identity service. */
export const isIdentityCookie = (name: string): boolean => /^(ory_|csrf_token_)/.test(name)

/** Every cookie of the hosted provider. */
export const isProviderCookie = (name: string): boolean => /^(__client|__session|__clerk_|clerk_)/.test(name)
