import { Edit, Star, StarEmpty, Trash } from '@blueprintjs/icons'
import { Link } from 'wouter'
import { useSession } from '#client/api/session/whoami.ts'
import type { SavedView } from '#shared/views/saved-view.ts'
import { canChangeView } from '#shared/views/view-rights.ts'
import { viewHref } from '#client/lib/address/view-address.ts'
import { Button } from '#client/ui/button.tsx'
import { WallList } from '#client/domain/walls/wall-list.tsx'
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
  const canChange = session !== undefined && canChangeView({ id: session.user.id, roles: session.roles }, view)
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
      {canChange ? (
        <span className="view-acts">
          <Button
            look="minimal"
            small
            icon={<Edit size={14} />}
            aria-label={`Edit ${name}`}
            onClick={() => onSave(view)}
          />
          <Button
            look="minimal"
            small
            icon={<Trash size={14} />}
            aria-label={`Delete ${name}`}
            onClick={() => onDelete(view)}
          />
        </span>
      ) : null}
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
