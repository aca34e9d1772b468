import type { Principal } from './decide.ts'
import type { SessionRow } from './session-row.ts'

/** Equal scopes share a feed, so scopes must differ wherever their rows can differ. `member` is never shared. */
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

export const scopeKey = (scope: PermissionScope): string => (scope.kind === 'all' ? 'all' : JSON.stringify(scope))

export const toPrincipal = (scope: PermissionScope): Principal | null => {
  if (scope.kind !== 'part') return null
  const { personId: id, ...rights } = scope.session
  return { id, ...rights }
}

export const findOrganisation = (scope: PermissionScope): string | undefined =>
  'organisation' in scope ? scope.organisation : undefined
