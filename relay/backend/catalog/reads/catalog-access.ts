import { decide } from '#shared/access/decide.ts'
import { requireAccess } from '#relay/backend/require-access.ts'

/** A partial grant is enough: what it does not cover is left out of the answer. */
export const requireCatalogRead = requireAccess(
  (viewer) =>
    decide(viewer, { action: 'read', resource: 'database', object: 'catalog' }, { nowMs: Date.now() }).answer !==
    'refused',
  'catalog',
  'read',
)
