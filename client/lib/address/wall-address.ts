import { routes } from './routes.ts'

const parameter = 'wall'

const isWallPath = (path: string) => path.startsWith('/view/') || path.startsWith('/wall/')

export const findWallParam = (path: string, search: string): string | null =>
  new URLSearchParams(search).get(parameter) ?? (isWallPath(path) ? '' : null)

const encoded = (settings: string) =>
  encodeURIComponent(settings).replaceAll('%20', '+').replaceAll('%2F', '/').replaceAll('%3A', ':')

const split = (address: string) => {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(address) ?? []
  return { path, search, hash }
}

export const withoutWall = (address: string): string => {
  const { path, search, hash } = split(address)
  const params = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && part !== parameter && !part.startsWith(`${parameter}=`))
  const query = params.length === 0 ? '' : `?${params.join('&')}`
  return `${path === routes.health ? routes.healthWall : path}${query}${hash}`
}

export const withWall = (address: string, settings: string): string => {
  const { path, search, hash } = split(withoutWall(address))
  const wall = settings === '' ? parameter : `${parameter}=${encoded(settings)}`
  return `${path}${search === '' ? '?' : `${search}&`}${wall}${hash}`
}

/** The page that a wall shows, as a phone opens it. */
export const toPhoneAddress = (address: string): string => {
  const { path, search, hash } = split(withoutWall(address))
  return `${path === routes.healthWall ? routes.health : path}${search ?? ''}${hash ?? ''}`
}
