import { Edit, Trash } from '@blueprintjs/icons'
import { useSession } from '#client/api/session/whoami.ts'
import type { SavedView } from '#shared/views/saved-view.ts'
import { canChangeView } from '#shared/views/view-rights.ts'
import { Button } from '#client/ui/button.tsx'

interface ViewActsProps {
  readonly view: SavedView
  /** Names the view in the labels of the buttons. */
  readonly label: string
  readonly onEdit: (view: SavedView) => void
  readonly onDelete: (view: SavedView) => void
}

/** Nothing for those who may not change the view. */
export function ViewActs({ view, label, onEdit, onDelete }: ViewActsProps) {
  const session = useSession()
  if (session === undefined || !canChangeView({ id: session.user.id, roles: session.roles }, view)) return null
  return (
    <span className="view-acts">
      <Button
        look="minimal"
        small
        icon={<Edit size={14} />}
        aria-label={`Edit ${label}`}
        onClick={() => onEdit(view)}
      />
      <Button
        look="minimal"
        small
        icon={<Trash size={14} />}
        aria-label={`Delete ${label}`}
        onClick={() => onDelete(view)}
      />
    </span>
  )
}
