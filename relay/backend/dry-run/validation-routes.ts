import type { FastifyPluginAsync } from 'fastify'
import { resourceKinds } from '#shared/resources/resource-kinds.ts'
import { specMaxLength } from '#shared/resources/dry-run-route.ts'
import { validationRoute, type RowErrors } from '#shared/resources/validation-route.ts'
import { resourceObjects } from '#shared/access/objects.ts'
import { readCanarySpec, type CheckKinds } from '#relay/backend/checks/spec/canary-spec.ts'
import { createAccessObjects } from '#relay/backend/permissions/access-objects.ts'
import { findRowError } from '#relay/backend/schemas/validate-row.ts'
import { serve } from '#relay/http/serve.ts'
import type { Queryable } from '#relay/database/database.ts'
import { AccessDenied, tooLarge, tooMany } from '#relay/errors/http-error.ts'
import { isAllowed } from '#relay/is-allowed.ts'

interface ValidationOptions {
  readonly database: Queryable
  readonly checkKinds: CheckKinds
}

const atATime = 4
const shownMax = 100

const toError = ({ path, reason }: { readonly path: readonly PropertyKey[]; readonly reason: string }) => ({
  path: path.map((step) => (typeof step === 'number' ? step : String(step))),
  reason,
})

const listCheckErrors = async (spec: unknown, kinds: CheckKinds): Promise<RowErrors['problems']> => {
  const { error, broken, checks } = await readCanarySpec(spec, kinds)
  return [broken ? error : undefined, ...checks.map((check) => check.error)]
    .filter((each) => each !== undefined)
    .slice(0, shownMax)
    .map(toError)
}

export const validationRoutes: FastifyPluginAsync<ValidationOptions> = async (app, { database, checkKinds }) => {
  const objects = createAccessObjects(database)
  let underWay = 0
  serve(app, validationRoute, async ({ body: { table, id, row }, viewer }) => {
    const { resource } = resourceKinds[table]
    const action = id == null ? 'create' : 'update'
    const canary = table === 'canaries' && id != null ? await objects.one('canary', id) : null
    if (!isAllowed(viewer, { action, resource, ...(canary && { about: { canary } }) }))
      throw new AccessDenied(resourceObjects[resource], action)
    if (JSON.stringify(row).length > specMaxLength)
      throw tooLarge(`The document is too large: at most ${specMaxLength} characters as JSON.`)
    if (underWay >= atATime) throw tooMany(`${atATime} documents are being validated. Try again in a moment.`)
    underWay += 1
    try {
      const error = await findRowError(table, row)
      const checks = table === 'canaries' ? await listCheckErrors(row['spec'], checkKinds) : []
      return { problems: [...(error === undefined ? [] : [toError(error)]), ...checks] }
    } finally {
      underWay -= 1
    }
  })
}
