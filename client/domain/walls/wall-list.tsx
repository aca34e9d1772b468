import { Plus } from '@blueprintjs/icons'
import { Link } from 'wouter'
import { formatCount } from '#shared/primitives/format-count.ts'
import { parseRotation } from '#shared/wall/named-wall.ts'
import type { SavedView } from '#shared/views/saved-view.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { ViewActs } from '#client/domain/views/view-acts.tsx'
import { useWalls } from '#client/domain/views/views-api.ts'
import { Button } from '#client/ui/button.tsx'
import { wallHref } from './wall-href.ts'
import '#client/domain/views/view-list.css'

interface WallListProps {
  readonly onEdit: (wall: SavedView | null) => void
  readonly onDelete: (wall: SavedView) => void
}

interface EntryProps extends WallListProps {
  readonly wall: SavedView
}

function Entry({ wall, onEdit, onDelete }: EntryProps) {
  const session = useSession()
  const { name, owner, isShared, query } = wall
  const count = parseRotation(query).length
  return (
    <li className="view-entry">
      <Link className="view-name cut" href={wallHref(name)}>
        {name}
      </Link>
      <span className="faint cut">
        {formatCount(count, 'view')}
        {isShared ? (owner.id === session?.user.id ? ', shared' : `, shared by ${owner.name}`) : null}
      </span>
      <ViewActs view={wall} label={`wall ${name}`} onEdit={onEdit} onDelete={onDelete} />
    </li>
  )
}

/** Named rotations of views: `/wall/<name>`. */
export function WallList(props: WallListProps) {
  const walls = useWalls() ?? []
  return (
    <>
      {walls.length === 0 ? (
        <p className="dim">A wall rotates between pages and saved views under an address of its own.</p>
      ) : (
        <ul className="view-entries" aria-label="Walls">
          {walls.map((wall) => (
            <Entry key={wall.id} wall={wall} {...props} />
          ))}
        </ul>
      )}
      <Button icon={<Plus size={14} />} onClick={() => props.onEdit(null)}>
        New wall…
      </Button>
    </>
  )
}
