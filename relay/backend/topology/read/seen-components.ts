import { decide } from '#shared/access/decide.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { createAccessObjects } from '#relay/backend/permissions/access-objects.ts'
import type { Queryable } from '#relay/database/database.ts'
import { readComponents, type StoredComponent } from './read-components.ts'

/** Null when the viewer may not read components. */
export type SeenComponents = (viewer: Viewer) => Promise<readonly StoredComponent[] | null>

export const createSeenComponents = (database: Queryable): SeenComponents => {
  const accessObjects = createAccessObjects(database)
  return async (viewer) => {
    const question = { action: 'read', resource: 'topologies' } as const
    const nowMs = Date.now()
    const { answer: decision } = decide(viewer, question, { nowMs })
    if (decision === 'refused') return null
    const components = await readComponents(database)
    if (decision === 'allowed') return components
    const objects = new Map((await accessObjects.all('component')).map((component) => [component.id, component]))
    return components.filter(({ id }) => {
      const about = { component: objects.get(id) ?? { id } }
      return decide(viewer, { ...question, about }, { nowMs }).answer === 'allowed'
    })
  }
}
