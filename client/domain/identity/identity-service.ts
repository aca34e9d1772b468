export const hasOwnIdentityService = (): boolean =>
  document.querySelector('meta[name="identity-service"]')?.getAttribute('content') === 'embedded'
