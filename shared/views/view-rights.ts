import { isAdmin, isViewer } from '#shared/access/roles.ts'
import type { SavedView } from './saved-view.ts'

interface Person {
  readonly id: string
  readonly roles: readonly string[]
}

export const canShareViews = ({ roles }: Pick<Person, 'roles'>): boolean => roles.length > 0 && !isViewer(roles)

/** Administrators can change shared views of others, but not private ones. */
export const canChangeView = (person: Person, { owner, isShared }: Pick<SavedView, 'owner' | 'isShared'>): boolean =>
  owner.id === person.id || (isShared && isAdmin(person.roles))
