import { z } from 'zod'
import type { RunRequest } from '#machines/playbooks/run-dialog-machine.ts'
import { ApiError } from '#client/api/api-error.ts'
import { listRows } from '#client/api/data-api.ts'
import { loadTarget } from './load-target.ts'

const found = async (id: string) => {
  const query = { id: `eq.${id}`, deleted_at: 'is.null', select: 'id' }
  return (await listRows('playbooks', { row: z.object({ id: z.string() }), query })).rows.length > 0
}

/**
 * A 404 means either an unsupported path or a deleted resource. Throws if the playbook or target was deleted,
 * resolves if both exist.
 */
export const explainNotFound = async ({ playbookId, target }: Pick<RunRequest, 'playbookId' | 'target'>) => {
  const [hasPlaybook, known] = await Promise.all([
    found(playbookId),
    target === null ? null : loadTarget(target.kind, target.id),
  ])
  if (!hasPlaybook) throw new Error('This playbook was deleted and can no longer be run.')
  if (target !== null && known === null)
    throw new Error(`The ${target.kind} ${target.name} was deleted, so no playbook can run on it.`)
}

export const orExplainNotFound = async <Result>(request: RunRequest, ask: () => Promise<Result>): Promise<Result> => {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) await explainNotFound(request)
    throw error
  }
}
