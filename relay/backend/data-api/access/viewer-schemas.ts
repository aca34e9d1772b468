import { hasEnded } from '#shared/access/grant.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import type { AccessMatrix } from '#relay/backend/data-api/access/access-line.ts'
import { viewerSchema } from '#relay/backend/data-api/access/viewer-schema.ts'
import type { Schema } from '#relay/backend/data-api/schema/schema.ts'
import type { AccessObjects } from '#relay/backend/permissions/access-objects.ts'

const toClassKey = ({ id, roles, teams = [], grants = [] }: Viewer, nowMs: number): string => {
  const counting = grants.filter((grant) => !hasEnded(grant, nowMs))
  return JSON.stringify([roles.toSorted(), ...(counting.length === 0 ? [] : [id, teams, counting])])
}

const mostClasses = 200

/** Cached until the schema is reloaded, unless a grant has a selector: it is evaluated for every request. */
export const createViewerSchemas = (matrix: AccessMatrix, accessObjects: Pick<AccessObjects, 'all'>) => {
  const known = new WeakMap<Schema, Map<string, Schema>>()
  return async (schema: Schema, viewer: Viewer): Promise<Schema> => {
    const nowMs = Date.now()
    const classes = known.get(schema) ?? new Map<string, Schema>()
    known.set(schema, classes)
    const key = toClassKey(viewer, nowMs)
    const cached = classes.get(key)
    if (cached !== undefined) return cached
    let looked = false
    const all: AccessObjects['all'] = (kind) => {
      looked = true
      return accessObjects.all(kind)
    }
    const made = await viewerSchema({ schema, matrix, viewer, accessObjects: { all }, nowMs })
    if (classes.size >= mostClasses) classes.clear()
    if (!looked) classes.set(key, made)
    return made
  }
}
