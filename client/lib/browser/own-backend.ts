/** Whether the backend is the relay's own: it takes documents from RESOURCES_DIR and previews runs. The relay wrote it into the page. */
export const hasOwnBackend = (): boolean =>
  document.querySelector('meta[name="backend"]')?.getAttribute('content') !== 'remote'
