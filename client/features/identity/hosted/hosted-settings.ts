const read = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? ''

/** What the relay wrote into the page: the provider's instance, and where its front-end API is forwarded, if it is. */
export const readHostedSettings = () => {
  const path = read('hosted-path')
  return { publishableKey: read('hosted-key'), ...(path !== '' && { proxyUrl: window.location.origin + path }) }
}
