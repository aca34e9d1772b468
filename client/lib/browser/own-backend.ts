export const hasOwnBackend = (): boolean =>
  document.querySelector('meta[name="backend"]')?.getAttribute('content') !== 'remote'
