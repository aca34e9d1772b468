import { Star, StarEmpty } from '@blueprintjs/icons'
import { Link } from 'wouter'
import { useSession } from '#client/api/session/whoami.ts'
import type { SavedView } from '#shared/views/saved-view.ts'
import { viewHref } from '#client/lib/address/view-address.ts'
import { Button } from '#client/ui/button.tsx'
import { WallList } from '#client/domain/walls/wall-list.tsx'
import { ViewActs } from './view-acts.tsx'
import { useViewChanges, useViews } from './views-api.ts'
import './view-list.css'

interface ViewListProps {
  readonly page: string
  readonly onLeave: () => void
  readonly onSave: (view: SavedView | null) => void
  readonly onDelete: (view: SavedView) => void
  readonly onEditWall: (wall: SavedView | null) => void
}

interface EntryProps extends Pick<ViewListProps, 'onLeave' | 'onSave' | 'onDelete'> {
  readonly view: SavedView
}

function Entry({ view, onLeave, onSave, onDelete }: EntryProps) {
  const { setDefault } = useViewChanges()
  const session = useSession()
  const { id, name, page, owner, isShared, isDefault } = view
  const isMine = owner.id === session?.user.id
  return (
    <li className="view-entry">
      <Button
        look="minimal"
        small
        icon={isDefault ? <Star size={14} /> : <StarEmpty size={14} />}
        aria-pressed={isDefault}
        aria-label={`Open this page with ${name}`}
        onClick={() => void setDefault(page, isDefault ? null : id)}
      />
      <Link className="view-name cut" href={viewHref(view)} onClick={onLeave}>
        {name}
      </Link>
      <span className="faint cut">{isShared ? (isMine ? 'shared' : `shared by ${owner.name}`) : null}</span>
      <ViewActs view={view} label={name} onEdit={onSave} onDelete={onDelete} />
    </li>
  )
}

export function ViewList({ page, onLeave, onSave, onDelete, onEditWall }: ViewListProps) {
  const views = (useViews() ?? []).filter((view) => view.page === page)
  return (
    <div className="view-list">
      {views.length === 0 ? (
        <p className="dim">A view saves this page’s filters, order and search under a name, for you or for everyone.</p>
      ) : (
        <ul aria-label="Views of this page">
          {views.map((view) => (
            <Entry key={view.id} view={view} onLeave={onLeave} onSave={onSave} onDelete={onDelete} />
          ))}
        </ul>
      )}
      <Button onClick={() => onSave(null)}>Save this view…</Button>
      <h3 className="view-heading">Walls</h3>
      <WallList onEdit={onEditWall} onDelete={onDelete} />
    </div>
  )
}
