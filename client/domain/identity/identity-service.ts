/** Whether this console keeps its people itself: what the relay wrote into the page. */
export const hasOwnIdentityService = (): boolean =>
  document.querySelector('meta[name="identity-service"]')?.getAttribute('content') === 'embedded'
