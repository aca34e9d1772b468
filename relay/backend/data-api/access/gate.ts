import { decide, type Decision } from '#shared/access/decide.ts'
import type { AccessObject } from '#shared/access/objects.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import type { AccessMatrix, FunctionAccess, RelationAccess } from '#relay/backend/data-api/access/access-line.ts'

type GateAction = 'read' | 'create' | 'update' | 'delete'

export type GateResult =
  | { readonly kind: 'allowed'; readonly object: AccessObject; readonly action: GateAction }
  | { readonly kind: 'some'; readonly object: AccessObject; readonly action: GateAction; readonly decision: Decision }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly object: string; readonly action: string }

export type Gate = (viewer: Viewer, method: string, relation: string) => GateResult

const actions: Partial<Record<string, GateAction>> = { GET: 'read', POST: 'create', PATCH: 'update', DELETE: 'delete' }

export const deniedToAll = new Set<AccessObject>(['auth'])

const listWriteMethods = (line: RelationAccess | FunctionAccess): readonly string[] =>
  'writes' in line && line.writes !== undefined ? line.writes : []

/**
 * Covers the relation in the path only. Everything else that a request touches is checked against the viewer's
 * schema (`viewer-schema.ts`).
 */
export const createGate =
  (matrix: AccessMatrix): Gate =>
  (viewer, method, relation) => {
    const isCall = relation.startsWith('rpc/')
    const line = isCall ? matrix.function(relation.slice('rpc/'.length)) : matrix.relation(relation)
    const action = actions[method]
    if (action === undefined) return { kind: 'refused', object: line?.object ?? '', action: method.toLowerCase() }
    if (line === undefined || (line.internal === true && !deniedToAll.has(line.object))) return { kind: 'unknown' }
    const { object, read, write } = line
    if (line.internal === true || deniedToAll.has(object)) return { kind: 'refused', object, action }
    if (!isCall && action !== 'read' && !listWriteMethods(line).includes(method))
      return { kind: 'refused', object, action }
    const resource = action === 'read' ? read : write
    const decision = decide(viewer, { action, resource, object }, { nowMs: Date.now() })
    if (decision.answer === 'refused') return { kind: 'refused', object, action }
    return decision.answer === 'some' ? { kind: 'some', object, action, decision } : { kind: 'allowed', object, action }
  }
