import { isAdmin, isViewer } from '#shared/access/roles.ts'
import type { SavedView } from './saved-view.ts'

interface Person {
  readonly id: string
  readonly roles: readonly string[]
}

/** Whether somebody may put a view before everybody else: who may only look keeps theirs to themselves. */
export const canShareViews = ({ roles }: Pick<Person, 'roles'>): boolean => roles.length > 0 && !isViewer(roles)

/** A view is changed and deleted by its owner, a shared one by administrators too. */
export const canChangeView = (person: Person, { owner, isShared }: Pick<SavedView, 'owner' | 'isShared'>): boolean =>
  owner.id === person.id || (isShared && isAdmin(person.roles))
