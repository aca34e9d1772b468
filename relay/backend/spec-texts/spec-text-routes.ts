import type { FastifyPluginAsync } from 'fastify'
import { resourceObjects } from '#shared/access/objects.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { resourceKinds } from '#shared/resources/resource-kinds.ts'
import { saveSpecTextRoute, specTextRoute, type SpecTextTable } from '#shared/resources/spec-text-route.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { readerFor } from '#relay/backend/data-api/read-as-viewer.ts'
import { createAccessObjects } from '#relay/backend/permissions/access-objects.ts'
import { maskSealed } from '#relay/backend/secrets/sealed-text.ts'
import type { Database } from '#relay/database/database.ts'
import { AccessDenied, notFound } from '#relay/errors/http-error.ts'
import { serve } from '#relay/http/serve.ts'
import { isAllowed } from '#relay/is-allowed.ts'
import { applySpec } from './apply-spec.ts'
import { findSpecTexts, saveSpecText } from './spec-text-store.ts'

interface SpecTextRoutesOptions {
  readonly database: Database
  readonly people: People
}

export const specTextRoutes: FastifyPluginAsync<SpecTextRoutesOptions> = async (app, { database, people }) => {
  const objects = createAccessObjects(database)

  /** Security: reads with the permissions of the person, and only masked secrets leave it. */
  const readSpec = async (viewer: Viewer, table: SpecTextTable, id: string) => {
    const [row] = await readerFor(people, viewer).listRows(table, 'id', [id])
    if (row === undefined) throw notFound(`Row ${id} of ${table} not found.`)
    const spec: unknown = JSON.parse(maskSealed(JSON.stringify(row['spec'] ?? {})))
    return isMap(spec) ? { ...spec } : {}
  }

  serve(app, specTextRoute, async ({ query: { table, id }, viewer }) => {
    const spec = await readSpec(viewer, table, id)
    const text = (await findSpecTexts(database, table, id)).get(id)
    return { text: text === undefined ? null : applySpec(text, spec) }
  })

  serve(app, saveSpecTextRoute, async ({ body: { table, id, text: typed }, viewer }) => {
    const spec = await readSpec(viewer, table, id)
    const canary = table === 'canaries' ? await objects.one('canary', id) : null
    const { resource } = resourceKinds[table]
    if (!isAllowed(viewer, { action: 'update', resource, ...(canary && { about: { canary } }) }))
      throw new AccessDenied(resourceObjects[resource], 'update')
    const text = applySpec(typed, spec)
    await saveSpecText(database, { table, id, text })
    return { text }
  })
}
