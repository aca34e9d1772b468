import { useMemo } from 'react'
import { parseRotation, resolveViews, toWallSlug, wallsPage } from '#shared/wall/named-wall.ts'
import type { SavedView } from '#shared/views/saved-view.ts'
import { isViewAddress, type WallView } from '#shared/wall/wall-settings.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { useShownViews } from '#client/domain/views/views-api.ts'

export type WallViews =
  | { readonly kind: 'ready'; readonly views: readonly WallView[] }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'unknown'; readonly walls: readonly SavedView[] }
  | { readonly kind: 'empty'; readonly wall: SavedView }

interface Wanted {
  readonly all: readonly SavedView[]
  readonly slug: string | null
  readonly own: readonly WallView[]
  readonly personId: string | undefined
}

const findViews = ({ all, slug, own, personId }: Wanted): WallViews => {
  const pages = all.filter(({ page }) => page !== wallsPage)
  if (slug === null) return { kind: 'ready', views: resolveViews(own, pages) }
  const walls = all.filter(({ page }) => page === wallsPage)
  const named = walls.filter(({ name }) => toWallSlug(name) === slug)
  const wall = named.find(({ owner }) => owner.id === personId) ?? named[0]
  if (wall === undefined) return { kind: 'unknown', walls }
  const views = resolveViews(parseRotation(wall.query), pages)
  return views.length === 0 ? { kind: 'empty', wall } : { kind: 'ready', views }
}

/** Views of the named wall, or else `own`. Views that are deleted or private are left out. */
export const useWallViews = (slug: string | null, own: readonly WallView[]): WallViews => {
  const personId = useSession()?.user.id
  const needsSaved = slug !== null || own.some(({ address }) => !isViewAddress(address))
  const { data, isError } = useShownViews(needsSaved)
  return useMemo(() => {
    if (!needsSaved) return { kind: 'ready', views: own }
    if (data === undefined) return { kind: isError ? 'failed' : 'loading' }
    return findViews({ all: data, slug, own, personId })
  }, [needsSaved, own, data, isError, slug, personId])
}
