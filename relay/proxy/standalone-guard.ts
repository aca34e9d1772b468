import type { FastifyRequest } from 'fastify'
import { isAdmin } from '#shared/access/roles.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { forbidden } from '#relay/errors/http-error.ts'
import { addressParts } from '#relay/proxy/address-parts.ts'
import { listEmbeds } from '#relay/proxy/list-embeds.ts'
import { findQuestion } from '#relay/proxy/standalone-routes.ts'
import { isAllowed } from '#relay/is-allowed.ts'

export type CanUseRelation = (viewer: Viewer, method: string, relation: string) => boolean

const notAllowed = forbidden(
  'You are not allowed to do this.',
  'The roles of this console are configured by STANDALONE_ROLES.',
)

/** HEAD is authorized like GET, PUT like POST. */
const sameAs: Readonly<Record<string, string>> = { HEAD: 'GET', PUT: 'POST' }
/** These headers select another database schema, which the role matrix does not cover. */
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

const canRequest = (canUse: CanUseRelation, request: GuardedRequest): boolean => {
  const { path, query } = addressParts(request.url)
  // An address that changes its meaning when decoded again or split at other slashes is for administrators only.
  if (!request.url.startsWith('/api/') || request.url.split('?', 1)[0]?.split('/').length !== path.split('/').length)
    return false
  if (/[%#]/.test(path)) return false
  const method = sameAs[request.method] ?? request.method
  const below = path.slice('/api/'.length)
  const question = findQuestion(method, below)
  if (question !== undefined) return isAllowed(request.viewer, question)
  const [, relation] = /^db\/((?:rpc\/)?\w+)$/.exec(below) ?? []
  return relation !== undefined && canUseDataApi(canUse, request, method, { relation, query })
}

/**
 * The backend would allow everything with the relay's credential. Requests that the matrix does not cover are for
 * administrators only.
 */
export const guardStandalone =
  (canUse: CanUseRelation) =>
  async (request: GuardedRequest): Promise<void> => {
    if (!isAdmin(request.viewer.roles) && !canRequest(canUse, request)) throw notAllowed
  }
