import { AsyncLocalStorage } from 'node:async_hooks'
import type { PermissionScope } from '#shared/access/permission-scope.ts'

/**
 * The scope for which a source is being loaded, so that a backend is queried with the permissions of exactly
 * these viewers.
 */
export const scopeContext = new AsyncLocalStorage<PermissionScope | undefined>()
