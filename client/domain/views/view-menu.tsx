import { Bookmark } from '@blueprintjs/icons'
import { lazy, Suspense, useCallback, useState, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { SavedView } from '#shared/views/saved-view.ts'
import { type ViewState, viewHref } from '#client/lib/address/view-address.ts'
import { Button } from '#client/ui/button.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'
import { useColumnState } from '#client/ui/table/column-choice.ts'
import { useViews } from './views-api.ts'
import './view-menu.css'

const useDefaultView = (page: string): void => {
  const views = useViews()
  const isLooked = useRef(false)
  useEffect(() => {
    if (isLooked.current || views === undefined) return
    isLooked.current = true
    const view = views.find((each) => each.page === page && each.isDefault)
    if (view !== undefined && location.search === '') navigate(viewHref(view), { replace: true })
  }, [views, page])
}

const ViewList = lazy(async () => ({ default: (await import('./view-list.tsx')).ViewList }))
const ViewDialog = lazy(async () => ({ default: (await import('./view-dialog.tsx')).ViewDialog }))
const WallDialog = lazy(async () => ({ default: (await import('#client/domain/walls/wall-dialog.tsx')).WallDialog }))
const DeleteViewDialog = lazy(async () => ({ default: (await import('./delete-view-dialog.tsx')).DeleteViewDialog }))

type Open =
  | { readonly kind: 'list' }
  | { readonly kind: 'save'; readonly view: SavedView | null }
  | { readonly kind: 'delete'; readonly view: SavedView }
  | { readonly kind: 'wall'; readonly wall: SavedView | null }

interface ViewMenuProps {
  readonly table?: string
  readonly state?: ViewState | undefined
}

export function ViewMenu({ table, state }: ViewMenuProps) {
  const columns = useColumnState(table)
  const [page] = useLocation()
  const [open, setOpen] = useState<Open | null>(null)
  const close = useCallback(() => setOpen(null), [])
  useDefaultView(page)
  return (
    <>
      <Popover
        kind="dialog"
        isOpen={open?.kind === 'list'}
        onInteraction={(isOpen) => setOpen((now) => (isOpen ? { kind: 'list' } : now?.kind === 'list' ? null : now))}
        content={
          <Suspense fallback={<SkeletonRows label="Loading views" rows={3} />}>
            <ViewList
              page={page}
              onLeave={close}
              onSave={(view) => setOpen({ kind: 'save', view })}
              onDelete={(view) => setOpen({ kind: 'delete', view })}
              onEditWall={(wall) => setOpen({ kind: 'wall', wall })}
            />
          </Suspense>
        }
      >
        <Button className="view-menu" look="minimal" small icon={<Bookmark size={14} />} aria-label="Views" />
      </Popover>
      <Suspense fallback={null}>
        {open?.kind === 'save' ? (
          <ViewDialog page={page} view={open.view} state={{ ...state, ...columns }} onClose={close} />
        ) : null}
        {open?.kind === 'wall' ? <WallDialog wall={open.wall} onClose={close} /> : null}
        {open?.kind === 'delete' ? <DeleteViewDialog view={open.view} onClose={close} /> : null}
      </Suspense>
    </>
  )
}
