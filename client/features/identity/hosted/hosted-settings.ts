const read = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? ''

export const readHostedSettings = () => {
  const path = read('hosted-path')
  return { publishableKey: read('hosted-key'), ...(path !== '' && { proxyUrl: window.location.origin + path }) }
}
