import type { FastifyRequest } from 'fastify'
import { decide } from '#shared/access/decide.ts'
import { isAdmin } from '#shared/access/roles.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { RelayError } from '#relay/errors/relay-error.ts'
import { addressParts } from '#relay/proxy/address-parts.ts'
import { listEmbeds } from '#relay/proxy/list-embeds.ts'
import { findQuestion } from '#relay/proxy/standalone-routes.ts'

/** Whether somebody may do this with a relation (`configs`) or function (`rpc/related_configs`) of the data API, all of it. */
export type CanUseRelation = (viewer: Viewer, method: string, relation: string) => boolean

const notAllowed = new RelayError(
  'forbidden',
  'You do not have the right to do this.',
  'The roles of this console are those of STANDALONE_ROLES.',
)

/** HEAD reads as GET does, and PUT writes over what POST creates. */
const sameAs: Readonly<Record<string, string>> = { HEAD: 'GET', PUT: 'POST' }
/** They ask the data API for another schema than the one that the matrix knows. */
const otherSchema = ['accept-profile', 'content-profile']

const canUseDataApi = (
  canUse: CanUseRelation,
  { viewer, headers }: GuardedRequest,
  method: string,
  target: Address,
): boolean => {
  if (otherSchema.some((name) => name in headers)) return false
  const embedded = target.query.getAll('select').flatMap(listEmbeds)
  return canUse(viewer, method, target.relation) && embedded.every((relation) => canUse(viewer, 'GET', relation))
}

type GuardedRequest = Pick<FastifyRequest, 'method' | 'url' | 'viewer' | 'headers'>
interface Address {
  readonly relation: string
  readonly query: URLSearchParams
}

const isAllowed = (canUse: CanUseRelation, request: GuardedRequest): boolean => {
  const { path, query } = addressParts(request.url)
  // An address that means something else once it is decoded again, or cut at other slashes, is nobody's but an administrator's.
  if (!request.url.startsWith('/api/') || request.url.split('?', 1)[0]?.split('/').length !== path.split('/').length)
    return false
  if (/[%#]/.test(path)) return false
  const method = sameAs[request.method] ?? request.method
  const below = path.slice('/api/'.length)
  const question = findQuestion(method, below)
  if (question !== undefined) return decide(request.viewer, question, { nowMs: Date.now() }).answer === 'allowed'
  const [, relation] = /^db\/((?:rpc\/)?\w+)$/.exec(below) ?? []
  return relation !== undefined && canUseDataApi(canUse, request, method, { relation, query })
}

/**
 * Decides every request to a remote backend by the console's own matrix of roles, where nobody signs in: with the relay's
 * credential that backend would let everything through. Throws for what the roles do not allow, and for what the matrix does not
 * know unless an administrator asks.
 */
export const guardStandalone =
  (canUse: CanUseRelation) =>
  async (request: GuardedRequest): Promise<void> => {
    if (!isAdmin(request.viewer.roles) && !isAllowed(canUse, request)) throw notAllowed
  }
