import type { Viewer } from '#shared/access/viewer.ts'

type GateAction = 'read' | 'create' | 'update' | 'delete'

/** What the gate says to one request for one relation. */
type GateAnswer =
  | { readonly kind: 'allowed' }
  /** The relation is not one that requests may name. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly object: string; readonly action: string }

/** Decides by method, relation (`configs`, `rpc/uuid_to_ulid`) and the roles of who asks. */
export type Gate = (viewer: Viewer, method: string, relation: string) => GateAnswer

const actions: Partial<Record<string, GateAction>> = { GET: 'read', POST: 'create', PATCH: 'update', DELETE: 'delete' }

type Grants = ReadonlyMap<string, ReadonlySet<GateAction>>

const crud: readonly GateAction[] = ['read', 'create', 'update', 'delete']
const grant = (objects: readonly string[], allowed: readonly GateAction[]): [string, ReadonlySet<GateAction>][] =>
  objects.map((object) => [object, new Set(allowed)])

const viewer = grant(['database.public', 'canaries', 'catalog', 'playbooks', 'topology', 'people'], ['read'])
const responder: Grants = new Map([...viewer, ...grant(['incident'], crud)])

/** Contract 0.6: what each role may do with which object. An admin may do everything that is not denied to all. */
const grants = new Map<string, Grants>([
  ['viewer', new Map(viewer)],
  ['commander', responder],
  ['responder', responder],
  [
    'editor',
    new Map([
      ...viewer,
      ...grant(['canaries', 'catalog', 'topology', 'playbooks', 'notification', 'connection'], crud),
      ...grant(['connection-detail'], ['read']),
    ]),
  ],
  ['agent', new Map(grant(['playbooks', 'database.public'], ['read']))],
])

const deniedToAll = new Set(['auth', 'database.kratos'])

const allows = (role: string, object: string, action: GateAction): boolean =>
  role === 'admin' || grants.get(role)?.get(object)?.has(action) === true

/**
 * The gate of contract 0.6 over a table of relations and the object each belongs to. Only the relation that the path names
 * is looked at, not those embedded in it. Methods other than GET, POST, PATCH and DELETE are refused to everyone (0.5).
 */
export const createGate =
  (objectOf: (relation: string) => string | undefined): Gate =>
  ({ roles }, method, relation) => {
    const object = objectOf(relation)
    const action = actions[method]
    if (action === undefined) return { kind: 'refused', object: object ?? '', action: method.toLowerCase() }
    if (object === undefined) return { kind: 'unknown' }
    const allowed = !deniedToAll.has(object) && roles.some((role) => allows(role, object, action))
    return allowed ? { kind: 'allowed' } : { kind: 'refused', object, action }
  }
