import { changesExec } from '#shared/access/exec-parts.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { isTableWith, resourceKinds, type TableWith } from '#shared/resources/resource-kinds.ts'
import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { GuardWrite } from '#relay/backend/data-api/request.ts'
import type { Queryable } from '#relay/database/database.ts'
import { isAllowed } from '#relay/is-allowed.ts'

type ExecTable = TableWith<'execCapability'>

const readSpecs = async (database: Queryable, relation: ExecTable): Promise<ReadonlyMap<string, unknown>> => {
  const { rows } = await database.query<{ id: string; spec: unknown }>(`select id, spec from ${relation}`)
  return new Map(rows.map(({ id, spec }) => [id, spec]))
}

const canWriteExec = (viewer: Viewer): boolean => isAllowed(viewer, { action: 'write', resource: 'exec' })

/**
 * Without write on exec, the programs that documents run must be the same before and after a write (403).
 * Deleting documents is allowed.
 */
export const guardExec: GuardWrite = async (transaction, relation, viewer) => {
  if (!isTableWith(relation, 'execCapability') || canWriteExec(viewer)) return undefined
  await transaction.query(`lock table ${relation} in share row exclusive mode`)
  const before = await readSpecs(transaction, relation)
  return async () => {
    for (const [id, spec] of await readSpecs(transaction, relation))
      if (changesExec(relation, before.get(id), spec)) throw execError(resourceKinds[relation].execCapability)
  }
}

const execError = (capability: string) =>
  new DataApiError(403, '42501', `This document ${capability}, which requires write permission on exec.`, {
    hint: 'An administrator can save it, or grant you write on exec in Settings, Permissions.',
  })
