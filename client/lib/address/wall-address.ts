import { routes } from './routes.ts'

const parameter = 'wall'

const isWallPath = (path: string) => path.startsWith('/view/')

/**
 * The set-up that an address gives a wall, as words; empty where it leaves that to this browser, and null where the
 * address is none of a wall. Pages below `/view/` are walls, and every page with `?wall`.
 */
export const findWallParam = (path: string, search: string): string | null =>
  new URLSearchParams(search).get(parameter) ?? (isWallPath(path) ? '' : null)

const encoded = (settings: string) =>
  encodeURIComponent(settings).replaceAll('%20', '+').replaceAll('%2F', '/').replaceAll('%3A', ':')

const split = (address: string) => {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(address) ?? []
  return { path, search, hash }
}

/** The address without what it says about walls; the health page's own address is that of the health wall. */
export const withoutWall = (address: string): string => {
  const { path, search, hash } = split(address)
  const params = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && part !== parameter && !part.startsWith(`${parameter}=`))
  const query = params.length === 0 ? '' : `?${params.join('&')}`
  return `${path === routes.health ? routes.healthWall : path}${query}${hash}`
}

/** The address as one of a wall with the set-up that the words say; without words the one of the browser that opens it. */
export const withWall = (address: string, settings: string): string => {
  const { path, search, hash } = split(withoutWall(address))
  const wall = settings === '' ? parameter : `${parameter}=${encoded(settings)}`
  return `${path}${search === '' ? '?' : `${search}&`}${wall}${hash}`
}
