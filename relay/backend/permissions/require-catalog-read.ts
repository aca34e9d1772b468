import { requireAccess } from '#relay/backend/permissions/require-access.ts'
import { isDenied } from '#relay/is-allowed.ts'

/** A partial grant is enough: what it does not cover is left out of the answer. */
export const requireCatalogRead = requireAccess(
  (viewer) => !isDenied(viewer, { action: 'read', resource: 'database', object: 'catalog' }),
  'catalog',
  'read',
)
