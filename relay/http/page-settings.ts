/** What a page has to know before it asks anything; `meta` elements of index.html carry it, which is what it says by itself. */
export interface PageSettings {
  readonly 'auth-mode': 'standalone' | 'identity' | 'hosted'
  readonly 'identity-service': 'none' | 'embedded' | 'remote'
  /** Who keeps what the users page changes; `roles`: accounts are kept by the identity service, roles here. */
  readonly 'user-accounts': 'none' | 'embedded' | 'roles' | 'backend'
  readonly 'sign-in-by-address': 'on' | 'off'
  /** In hosted mode: which instance of the provider, and where its front-end API is forwarded; empty otherwise. */
  readonly 'hosted-key': string
  readonly 'hosted-path': string
}

/** index.html with these settings in place of those that it was built with. Throws when it has no place for one. */
export const withPageSettings = (html: string, settings: PageSettings): string =>
  Object.entries(settings).reduce((page, [name, value]) => {
    const place = new RegExp(`(<meta name="${name}" content=")[^"]*(")`)
    if (!place.test(page)) throw new Error(`index.html has no meta element "${name}".`)
    return page.replace(place, (_, before: string, after: string) => `${before}${value}${after}`)
  }, html)
