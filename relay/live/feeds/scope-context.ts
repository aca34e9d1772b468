import { AsyncLocalStorage } from 'node:async_hooks'
import type { PermissionScope } from '#shared/access/permission-scope.ts'

/**
 * The scope of the people for whom a backend is being asked right now, wherever in a source that happens: a backend that wants to
 * know who is asking can then be asked with what those people may, and never by mistake with what others may.
 */
export const scopeContext = new AsyncLocalStorage<PermissionScope | undefined>()
