import { matchRoute, type Parser } from 'wouter'
import { pages } from './pages.tsx'

/**
 * Begins to load the code of the page at an address, while the console still asks who is there and which features are
 * on. A failure is left to the drawing of the page, which says what to do.
 */
export const preloadPage = (parser: Parser, address: string): void => {
  const entry = pages.find(({ path }) => matchRoute(parser, path, address)[0])
  entry?.page.preload().catch(() => undefined)
}
