import { decide, type Decision } from '#shared/access/decide.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import type { RelationRight } from '#relay/backend/data-api/relation-resources.ts'

type GateAction = 'read' | 'create' | 'update' | 'delete'

/** What the gate says to one request for one relation. */
export type GateAnswer =
  | { readonly kind: 'allowed' }
  /** For some of its rows, which the decision's grants and denies tell. */
  | { readonly kind: 'some'; readonly decision: Decision; readonly right: RelationRight }
  /** The relation is not one that requests may name. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly object: string; readonly action: string }

/** Decides by method, relation (`configs`, `rpc/uuid_to_ulid`) and the rights of who asks. */
export type Gate = (viewer: Viewer, method: string, relation: string) => GateAnswer

const actions: Partial<Record<string, GateAction>> = { GET: 'read', POST: 'create', PATCH: 'update', DELETE: 'delete' }

/** What a method does to rows; undefined for one that the data API has no action for (contract 0.5). */
export const actionOfMethod = (method: string): GateAction | undefined => actions[method]

/** Internals of the services, which nobody reads here, whatever their role (contract 0.6). */
const deniedToAll = new Set(['auth'])

/**
 * The gate of the data API over what each relation needs. Only the relation that the path names is looked at, not those
 * embedded in it. Methods other than GET, POST, PATCH and DELETE are refused to everyone (contract 0.5).
 */
export const createGate =
  (rightOf: (relation: string) => RelationRight | undefined, now: () => number = Date.now): Gate =>
  (viewer, method, relation) => {
    const right = rightOf(relation)
    const action = actionOfMethod(method)
    if (action === undefined) return { kind: 'refused', object: right?.object ?? '', action: method.toLowerCase() }
    if (right === undefined) return { kind: 'unknown' }
    const { object, read, write } = right
    // A function that is called by POST only reads, or changes what its own object is about.
    const resource = action === 'read' ? read : write
    const decision = decide(viewer, { action, resource, object }, { nowMs: now() })
    if (deniedToAll.has(object) || decision.answer === 'refused') return { kind: 'refused', object, action }
    return decision.answer === 'some' ? { kind: 'some', decision, right } : { kind: 'allowed' }
  }
