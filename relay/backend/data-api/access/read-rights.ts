import { objectRelations } from '#shared/access/object-row.ts'
import { decide, canBeDenied, type Decision } from '#shared/access/decide.ts'
import { objectKinds, type ObjectKind } from '#shared/access/objects.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import type { AccessMatrix, FunctionAccess, RelationAccess } from '#relay/backend/data-api/access/access-line.ts'
import { deniedToAll } from '#relay/backend/data-api/access/gate.ts'
import { grantedRows, loadParts, type Parts, type Subject } from '#relay/backend/data-api/access/row-filter.ts'
import type { RowCondition } from '#relay/backend/data-api/schema/row-condition.ts'
import type { Schema } from '#relay/backend/data-api/schema/schema.ts'
import type { AccessObjects } from '#relay/backend/permissions/access-objects.ts'

type Line = RelationAccess | FunctionAccess

export interface ReadRights {
  readonly isDenied: (line: Line) => boolean
  readonly listDenies: (line: Line) => Parts['denies']
  /** Undefined: all rows. Null: no rows. */
  readonly grantedCondition: (name: string, line: Line) => RowCondition | undefined | null
  readonly deniedTables: ReadonlySet<string>
  readonly isPartial: boolean
}

interface ReadRightsOptions {
  readonly schema: Schema
  readonly matrix: AccessMatrix
  readonly viewer: Viewer
  readonly accessObjects: Pick<AccessObjects, 'all'>
  readonly nowMs: number
}

const toSubject = (name: string, { about = {} }: Line): Subject => ({ name, about })

export const readRights = async ({
  schema,
  matrix,
  viewer,
  accessObjects,
  nowMs,
}: ReadRightsOptions): Promise<ReadRights> => {
  const decisions = new Map<string, Decision>()
  const getDecision = ({ object, read }: Line): Decision => {
    const key = `${object} ${read}`
    const known = decisions.get(key)
    if (known !== undefined) return known
    const decision = decide(viewer, { action: 'read', resource: read, object }, { nowMs })
    decisions.set(key, decision)
    return decision
  }
  const loaded = new Map<ObjectKind, ReturnType<AccessObjects['all']>>()
  const all: AccessObjects['all'] = (kind) => {
    const rows = loaded.get(kind) ?? accessObjects.all(kind)
    loaded.set(kind, rows)
    return rows
  }
  const lines = [
    ...[...schema.relations.keys()].map((name) => matrix.relation(name)),
    ...[...schema.routines.keys()].map((name) => matrix.function(name)),
  ].filter((line) => line !== undefined)
  const parts = new Map<Decision, Parts>()
  for (const line of lines) {
    const decision = getDecision(line)
    if (decision.answer === 'some' && !parts.has(decision))
      parts.set(decision, await loadParts({ object: line.object, decision }, { all }))
  }
  const deniedTables = new Set(
    objectKinds
      .map((kind) => objectRelations[kind])
      .filter((table) => {
        const line = matrix.relation(table)
        if (line === undefined || !schema.relations.has(table)) return false
        const decision = getDecision(line)
        return decision.answer === 'refused' && canBeDenied(decision)
      }),
  )
  return {
    isDenied: (line) =>
      line.internal === true || deniedToAll.has(line.object) || getDecision(line).answer === 'refused',
    listDenies: (line) => parts.get(getDecision(line))?.denies ?? [],
    grantedCondition: (name, line) => {
      const grants = parts.get(getDecision(line))?.grants ?? null
      if (grants === null) return undefined
      const subject = toSubject(name, line)
      const rows = grantedRows(subject, grants)
      if (rows !== undefined) return rows
      for (const [column, target] of Object.entries(subject.about)) {
        const other = typeof target === 'string' ? matrix.relation(target) : undefined
        if (typeof target !== 'string' || other?.object !== line.object || column.includes('->>')) continue
        if (grantedRows(toSubject(target, other), grants) !== undefined)
          return { kind: 'within', column, relation: target }
      }
      return null
    },
    deniedTables,
    isPartial: parts.size > 0 || deniedTables.size > 0,
  }
}
