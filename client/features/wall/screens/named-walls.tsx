import { lazy, Suspense, useCallback, useState } from 'react'
import type { SavedView } from '#shared/views/saved-view.ts'
import { DeleteViewDialog } from '#client/domain/views/delete-view-dialog.tsx'
import { WallList } from '#client/domain/walls/wall-list.tsx'

const WallDialog = lazy(async () => ({ default: (await import('#client/domain/walls/wall-dialog.tsx')).WallDialog }))

type Open =
  | { readonly kind: 'edit'; readonly wall: SavedView | null }
  | { readonly kind: 'delete'; readonly wall: SavedView }

export function NamedWalls() {
  const [open, setOpen] = useState<Open | null>(null)
  const close = useCallback(() => setOpen(null), [])
  return (
    <section className="screens-walls" aria-labelledby="screens-walls">
      <h2 id="screens-walls">Walls</h2>
      <div>
        <WallList
          onEdit={(wall) => setOpen({ kind: 'edit', wall })}
          onDelete={(wall) => setOpen({ kind: 'delete', wall })}
        />
      </div>
      {open?.kind === 'edit' ? (
        <Suspense fallback={null}>
          <WallDialog wall={open.wall} onClose={close} />
        </Suspense>
      ) : null}
      {open?.kind === 'delete' ? <DeleteViewDialog view={open.wall} onClose={close} /> : null}
    </section>
  )
}
