import { createAccessObjects } from '#relay/backend/permissions/access-objects.ts'
import type { TargetIds } from '#shared/playbooks/playbook-routes.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { ObjectAttributes } from '#shared/access/match.ts'
import type { About } from '#shared/access/question.ts'

const kinds = ['config', 'component'] as const

export const aboutTarget = async (database: Queryable, ids: TargetIds): Promise<About> => {
  const accessObjects = createAccessObjects(database)
  const about: Partial<Record<(typeof kinds)[number], ObjectAttributes>> = {}
  for (const kind of kinds) {
    const id = ids[`${kind}_id`]
    if (id != null) about[kind] = (await accessObjects.one(kind, id)) ?? { id }
  }
  return about
}

export const aboutRun = async (
  database: Queryable,
  { playbook_id: id, ...ids }: TargetIds & { readonly playbook_id: string },
): Promise<About> => {
  const playbook = (await createAccessObjects(database).one('playbook', id)) ?? { id }
  return { playbook, ...(await aboutTarget(database, ids)) }
}
