import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { accountRights, type AccountRight } from '#shared/access/account-rights.ts'
import { decide } from '#shared/access/decide.ts'
import { roles, type Role } from '#shared/access/roles.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { readJson } from '#relay/backend/read-json.ts'
import { listeningUrl } from '#relay/config/listening-address.ts'
import { RelayError } from '#relay/errors/relay-error.ts'
import type { AccountsAdmin } from './accounts-admin.ts'

interface AccountRoutesOptions {
  readonly accounts: AccountsAdmin
  /** The console's address for browsers; undefined: where the relay listens. */
  readonly publicUrl: string | undefined
  /** Where invitations go: to a mail server, or into a folder of this machine. Undefined: nobody is invited here. */
  readonly mail?: 'server' | 'outbox'
}

const role = z.enum(roles)
const inviteSchema = z.object({
  firstName: z.string().max(100),
  lastName: z.string().max(100).default(''),
  email: z.string(),
  role,
})
const updateSchema = z.object({
  id: z.string(),
  firstname: z.string().max(100).optional(),
  lastname: z.string().max(100).optional(),
  email: z.string().optional(),
  role: role.optional(),
  active: z.boolean().optional(),
})
const rolesSchema = z.object({ roles: z.array(role).min(1) })
const stateSchema = z.object({ state: z.enum(['active', 'inactive']) })

const read = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const names = [...new Set(parsed.error.issues.map(({ path }) => path.join('.') || 'body'))]
  throw new RelayError(
    'bad_request',
    `These fields are missing or wrong: ${names.join(', ')}.`,
    'Correct them and try again.',
  )
}

/** Keys count in any case of letters. */
const lowerCaseKeys = (body: unknown): unknown =>
  Object.fromEntries(Object.entries(Object(body)).map(([key, value]) => [key.toLowerCase(), value]))

/** The right among these that somebody lacks; undefined when they have them all. */
const missingOf = (viewer: Viewer, rights: readonly AccountRight[]): AccountRight | undefined =>
  rights.find((right) => decide(viewer, accountRights[right], { nowMs: Date.now() }).answer !== 'allowed')

/** Refusals are plain text. A right on a part of them is none: accounts are not told apart by selectors. */
const refuse = (viewer: Viewer, right: AccountRight, reply: FastifyReply) => {
  const { object, action } = accountRights[right]
  return reply
    .code(403)
    .type('text/plain; charset=utf-8')
    .headers({ 'x-rbac-subject': viewer.id, 'x-rbac-object': object, 'x-rbac-action': action })
    .send('unauthorized. Access Denied')
}

const needs =
  (right: AccountRight) =>
  async ({ viewer }: FastifyRequest, reply: FastifyReply) => {
    const missing = missingOf(viewer, [right])
    return missing === undefined ? undefined : refuse(viewer, missing, reply)
  }

/**
 * What the users page asks of accounts, relative to `/api`. Every request carries `request.viewer`. An email
 * that is taken is a conflict (409) here, where the production service answers 500. An invitation also says where its mail went.
 */
export const accountRoutes: FastifyPluginAsync<AccountRoutesOptions> = async (app, { accounts, publicUrl, mail }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, readJson)

  const consoleUrl = () => publicUrl ?? listeningUrl(app.server) ?? 'http://127.0.0.1'

  app.post('/auth/invite_user', { preHandler: needs('account') }, async ({ viewer, body }) => {
    const { link, code } = await accounts.invite(viewer.id, read(inviteSchema, body), consoleUrl())
    return { link, code, mail }
  })

  app.post('/people/update', { preHandler: needs('change') }, async ({ viewer, body }, reply) => {
    const { id, firstname, lastname, email, role: only, active } = read(updateSchema, lowerCaseKeys(body))
    const more: AccountRight[] = [
      ...(only === undefined ? [] : ['roles' as const]),
      ...(active === undefined ? [] : ['account' as const]),
    ]
    const missing = missingOf(viewer, more)
    if (missing !== undefined) return refuse(viewer, missing, reply)
    const person = {
      ...(firstname === undefined ? {} : { firstName: firstname }),
      ...(lastname === undefined ? {} : { lastName: lastname }),
      ...(email === undefined ? {} : { email }),
    }
    const traits = await accounts.update(viewer.id, id, person)
    if (only !== undefined) await accounts.setRoles(viewer.id, id, [only])
    if (active !== undefined) await accounts.setState(viewer.id, id, active ? 'active' : 'inactive')
    return traits
  })

  app.delete<{ Params: { id: string } }>(
    '/people/:id',
    { preHandler: needs('remove') },
    async ({ viewer, params }, reply) => {
      await accounts.remove(viewer.id, params.id)
      return reply.code(204).send()
    },
  )

  app.post<{ Params: { id: string } }>(
    '/rbac/:id/update_role',
    { preHandler: needs('roles') },
    async ({ viewer, params, body }) => {
      const added: readonly Role[] = read(rolesSchema, body).roles
      await accounts.addRoles(viewer.id, params.id, added)
      return { message: 'Role updated successfully' }
    },
  )

  app.post<{ Params: { id: string } }>(
    '/auth/:id/update_state',
    { preHandler: needs('account') },
    async ({ viewer, params, body }) => {
      await accounts.setState(viewer.id, params.id, read(stateSchema, body).state)
      return { message: 'State updated successfully' }
    },
  )

  app.post<{ Params: { id: string } }>(
    '/auth/:id/invite_again',
    { preHandler: needs('account') },
    async ({ viewer, params }) => ({
      ...(await accounts.inviteAgain(viewer.id, params.id, consoleUrl())),
      mail,
    }),
  )

  app.post<{ Params: { id: string } }>(
    '/auth/:id/reset_second_factor',
    { preHandler: needs('account') },
    async ({ viewer, params }) => {
      await accounts.resetSecondFactor(viewer.id, params.id)
      return { message: 'Second factor removed' }
    },
  )
}
