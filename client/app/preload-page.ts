import { matchRoute, type Parser } from 'wouter'
import { pages } from './pages.tsx'

export const preloadPage = (parser: Parser, address: string): void => {
  const entry = pages.find(({ path }) => matchRoute(parser, path, address)[0])
  entry?.page.preload().catch(() => undefined)
}
