import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { accountRights, type AccountRight } from '#shared/access/account-rights.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import {
  accountStateRoute,
  addRolesRoute,
  inviteAgainRoute,
  inviteRoute,
  removeUserRoute,
  resetSecondFactorRoute,
  updateUserRoute,
} from '#shared/settings/account-routes.ts'
import { readJson } from '#relay/http/read-json.ts'
import { listeningUrl } from '#relay/config/listening-address.ts'
import { serve, type RequestFor } from '#relay/http/serve.ts'
import { AccessDenied } from '#relay/errors/http-error.ts'
import { isAllowed } from '#relay/is-allowed.ts'
import type { AccountsAdmin } from './accounts-admin.ts'

interface AccountRoutesOptions {
  readonly accounts: AccountsAdmin
  readonly publicUrl: string | undefined
  readonly mail?: 'server' | 'outbox'
}

const updateKeys = new Map(Object.keys(updateUserRoute.body.shape).map((key) => [key.toLowerCase(), key]))

/** The production service accepts keys in any case. */
const useOurCase = async (request: FastifyRequest): Promise<void> => {
  request.body = Object.fromEntries(
    Object.entries(Object(request.body)).map(([key, value]) => [updateKeys.get(key.toLowerCase()) ?? key, value]),
  )
}

/** A partial grant does not count: selectors do not apply to accounts. */
const assertRight = (viewer: Viewer, right: AccountRight): void => {
  const question = accountRights[right]
  if (!isAllowed(viewer, question)) throw new AccessDenied(question.object, question.action)
}

const needs =
  (right: AccountRight) =>
  async ({ viewer }: FastifyRequest): Promise<void> =>
    assertRight(viewer, right)

const updateUser = async (accounts: AccountsAdmin, { viewer, body }: RequestFor<typeof updateUserRoute>) => {
  const { id, firstName, lastName, email, role: only, active } = body
  if (only !== undefined) assertRight(viewer, 'roles')
  if (active !== undefined) assertRight(viewer, 'account')
  const person = {
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(email !== undefined && { email }),
  }
  const traits = await accounts.update(viewer.id, id, person)
  if (only !== undefined) await accounts.setRoles(viewer.id, id, [only])
  if (active !== undefined) await accounts.setState(viewer.id, id, active ? 'active' : 'inactive')
  return traits
}

/** Differs from the production service: an email that is taken is a 409, not a 500. */
export const accountRoutes: FastifyPluginAsync<AccountRoutesOptions> = async (app, { accounts, publicUrl, mail }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, readJson)

  const consoleUrl = () => publicUrl ?? listeningUrl(app.server) ?? 'http://127.0.0.1'

  serve(app, inviteRoute, { preHandler: needs('account') }, async ({ viewer, body }) => {
    const { link, code } = await accounts.invite(viewer.id, body, consoleUrl())
    return { link, code, mail }
  })

  serve(app, updateUserRoute, { preHandler: [needs('change'), useOurCase] }, (request) => updateUser(accounts, request))

  serve(app, removeUserRoute, { preHandler: needs('remove') }, async ({ viewer, params }, reply) => {
    await accounts.remove(viewer.id, params.id)
    return reply.code(204).send()
  })

  serve(app, addRolesRoute, { preHandler: needs('roles') }, async ({ viewer, params, body }) => {
    await accounts.addRoles(viewer.id, params.id, body.roles)
    return { message: 'Role updated successfully' }
  })

  serve(app, accountStateRoute, { preHandler: needs('account') }, async ({ viewer, params, body }) => {
    await accounts.setState(viewer.id, params.id, body.state)
    return { message: 'State updated successfully' }
  })

  serve(app, inviteAgainRoute, { preHandler: needs('account') }, async ({ viewer, params }) => ({
    ...(await accounts.inviteAgain(viewer.id, params.id, consoleUrl())),
    mail,
  }))

  serve(app, resetSecondFactorRoute, { preHandler: needs('account') }, async ({ viewer, params }) => {
    await accounts.resetSecondFactor(viewer.id, params.id)
    return { message: 'Second factor removed' }
  })
}
