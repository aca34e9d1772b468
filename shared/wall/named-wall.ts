import { decodeUri } from '#shared/primitives/decode-uri.ts'
import { isViewAddress, parseViewToken, type WallView } from '#shared/wall/wall-settings.ts'

/** A named wall is a saved view of this page, whose query contains the rotation. */
export const wallsPage = '/wall'

const prefix = 'wall:'

export const toWallSlug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')

const parameter = 'views='

export const formatRotation = (views: readonly WallView[]): string =>
  `${parameter}${encodeURIComponent(views.map(({ seconds, address }) => `${seconds}s:${address}`).join(' '))}`

export const parseRotation = (query: string): WallView[] => {
  if (!query.startsWith(parameter)) return []
  const tokens = decodeUri(query.slice(parameter.length))?.split(' ') ?? []
  return tokens.flatMap((token) => parseViewToken(token) ?? [])
}

export const splitWallName = (text: string): { readonly slug: string | null; readonly settings: string } => {
  const tokens = text.split(/\s+/).filter(Boolean)
  const isName = (token: string) => token.startsWith(prefix)
  return {
    slug: tokens.find(isName)?.slice(prefix.length) ?? null,
    settings: tokens.filter((token) => !isName(token)).join(' '),
  }
}

export const withWallName = (settings: string, slug: string): string => `${settings} ${prefix}${slug}`.trim()

interface ViewAddress {
  readonly id: string
  readonly page: string
  readonly query: string
}

/** Replaces references to saved views by their addresses, and leaves out views that are unknown here. */
export const resolveViews = (views: readonly WallView[], saved: readonly ViewAddress[]): WallView[] =>
  views.flatMap(({ address, seconds }) => {
    if (isViewAddress(address)) return [{ address, seconds }]
    const view = saved.find(({ id }) => address === `@${id}`)
    if (view === undefined) return []
    return [{ address: view.query === '' ? view.page : `${view.page}?${view.query}`, seconds }]
  })
