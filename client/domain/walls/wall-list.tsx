import { Edit, Plus, Trash } from '@blueprintjs/icons'
import { Link } from 'wouter'
import { parseRotation } from '#shared/wall/named-wall.ts'
import type { SavedView } from '#shared/views/saved-view.ts'
import { canChangeView } from '#shared/views/view-rights.ts'
import { useSession } from '#client/api/session/whoami.ts'
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
  const canChange = session !== undefined && canChangeView({ id: session.user.id, roles: session.roles }, wall)
  return (
    <li className="view-entry">
      <Link className="view-name cut" href={wallHref(name)}>
        {name}
      </Link>
      <span className="faint cut">
        {count === 1 ? '1 view' : `${count} views`}
        {isShared ? (owner.id === session?.user.id ? ', shared' : `, shared by ${owner.name}`) : null}
      </span>
      {canChange ? (
        <span className="view-acts">
          <Button
            look="minimal"
            small
            icon={<Edit size={14} />}
            aria-label={`Edit wall ${name}`}
            onClick={() => onEdit(wall)}
          />
          <Button
            look="minimal"
            small
            icon={<Trash size={14} />}
            aria-label={`Delete wall ${name}`}
            onClick={() => onDelete(wall)}
          />
        </span>
      ) : null}
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
