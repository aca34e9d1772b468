import type { Viewer } from '#shared/access/viewer.ts'
import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'
import { createAccessObjects } from '#relay/backend/permissions/access-objects.ts'
import { findReference, type ResourceType } from '#relay/backend/playbooks/spec/parameter-resources.ts'
import type { ParameterValues } from '#relay/backend/playbooks/spec/secret-parameters.ts'
import type { Target } from '#relay/backend/playbooks/runs/targets.ts'
import type { Queryable } from '#relay/database/database.ts'
import { forbidden } from '#relay/errors/http-error.ts'
import { isAllowed } from '#relay/is-allowed.ts'
import type { Question } from '#shared/access/question.ts'

/** Security: steps see the row of a referenced resource, so its reader must be allowed to. */
export const assertCanUse = async (
  database: Queryable,
  viewer: Viewer,
  parameters: readonly PlaybookParameter[] | undefined,
  values: ParameterValues,
): Promise<void> => {
  for (const parameter of parameters ?? []) {
    const { type, ids } = findReference(parameter, values[parameter.name] ?? '') ?? { type: 'team', ids: [] }
    for (const id of ids) {
      if (await canReadResource(database, viewer, { type, id })) continue
      throw forbidden(`${viewer.name} is not allowed to read the ${type} ${id} of the parameter ${parameter.name}.`)
    }
  }
}

/** Security: rendered steps show values of the target. */
export const assertCanReadTarget = async (
  database: Queryable,
  viewer: Viewer,
  { kind, id }: Pick<Target, 'kind' | 'id'>,
): Promise<void> => {
  if (await canReadResource(database, viewer, { type: kind, id })) return
  throw forbidden(`${viewer.name} is not allowed to read the target of this run, so its steps are not shown.`)
}

const canReadResource = async (
  database: Queryable,
  viewer: Viewer,
  { type, id }: { readonly type: ResourceType; readonly id: string },
): Promise<boolean> => {
  const question = await toQuestion(database, type, id)
  return question === undefined || isAllowed(viewer, question)
}

const toQuestion = async (database: Queryable, type: ResourceType, id: string): Promise<Question | undefined> => {
  const accessObjects = createAccessObjects(database)
  switch (type) {
    case 'config':
      return {
        action: 'read',
        resource: 'database',
        object: 'catalog',
        about: { config: (await accessObjects.one('config', id)) ?? { id } },
      }
    case 'component':
      return {
        action: 'read',
        resource: 'database',
        object: 'topology',
        about: { component: (await accessObjects.one('component', id)) ?? { id } },
      }
    case 'check': {
      const { rows } = await database.query<{ canary_id: string }>('select canary_id from checks where id = $1', [id])
      const canaryId = rows[0]?.canary_id ?? id
      const canary = (await accessObjects.one('canary', canaryId)) ?? { id: canaryId }
      return { action: 'read', resource: 'canaries', about: { canary } }
    }
    default:
      return undefined
  }
}
