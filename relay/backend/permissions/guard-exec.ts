import { decide } from '#shared/access/decide.ts'
import { execPartOf, execRelations, type ExecRelation } from '#shared/access/exec-parts.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { GuardWrite } from '#relay/backend/data-api/request.ts'
import { canonicalJson } from '#relay/backend/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'

const isExecRelation = (relation: string): relation is ExecRelation => execRelations.some((each) => each === relation)

const readParts = async (database: Queryable, relation: ExecRelation): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await database.query<{ id: string; spec: unknown }>(`select id, spec from ${relation}`)
  return new Map(
    rows.flatMap(({ id, spec }) => {
      const part = execPartOf(relation, spec)
      return part === undefined ? [] : [[id, canonicalJson(part)] as const]
    }),
  )
}

/** Whether somebody may write documents that run programs. */
const mayWriteExec = (viewer: Viewer): boolean =>
  decide(viewer, { action: 'write', resource: 'exec' }, { nowMs: Date.now() }).answer === 'allowed'

/**
 * Whoever lacks the right to write exec changes nothing about what documents run: what they run before and after a write is the
 * same, but for documents that are gone (403).
 */
export const guardExec: GuardWrite = async (transaction, relation, viewer) => {
  if (!isExecRelation(relation) || mayWriteExec(viewer)) return undefined
  await transaction.query(`lock table ${relation} in share row exclusive mode`)
  const before = await readParts(transaction, relation)
  return async () => {
    const after = await readParts(transaction, relation)
    for (const [id, part] of after) if (before.get(id) !== part) throw refusal()
    const kept = await transaction.query<{ id: string }>(`select id from ${relation} where id = any($1::uuid[])`, [
      [...before.keys()].filter((id) => !after.has(id)),
    ])
    if (kept.rows.length > 0) throw refusal()
  }
}

const refusal = () =>
  new DataApiError(403, '42501', 'This document runs programs, and you lack the right to write those (exec).', {
    hint: 'An administrator can save it, or grant you write on exec in Settings, Permissions.',
  })
