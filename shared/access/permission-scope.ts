import type { Principal } from './decide.ts'
import type { SessionRow } from './session-row.ts'

/**
 * Which rows of a topic people see. Whoever has the same scope shares a feed, so it differs wherever the rows may.
 *
 * - `all`: everything there is.
 * - `part`: what this one person may read of it, by their rights as they are now.
 * - `session`: one person's own session.
 * - `organisation`: what people of an organisation with these roles see; `member` is one who shares with nobody.
 */
export type PermissionScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'part'; readonly session: SessionRow }
  | { readonly kind: 'session'; readonly session: SessionRow; readonly organisation: string | undefined }
  | {
      readonly kind: 'organisation'
      readonly organisation: string | undefined
      readonly roles: readonly string[]
    }
  | { readonly kind: 'member'; readonly organisation: string | undefined; readonly personId: string }

/** One text for a scope: the same for two that are the same. */
export const scopeKey = (scope: PermissionScope): string => (scope.kind === 'all' ? 'all' : JSON.stringify(scope))

/** By whose rights rows of this scope are picked; null where none are left out. */
export const toPrincipal = (scope: PermissionScope): Principal | null => {
  if (scope.kind !== 'part') return null
  const { personId: id, ...rights } = scope.session
  return { id, ...rights }
}

/** The organisation that a scope belongs to; undefined outside of hosted mode. */
export const findOrganisation = (scope: PermissionScope): string | undefined =>
  'organisation' in scope ? scope.organisation : undefined
